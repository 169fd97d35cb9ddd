import type { JsonObject } from '@rolecall/base';
import type { Delivery, LetterPorts, OutboxPlace } from '../../delivery.ts';
import { epochMs, isoTime } from '../../epoch.ts';
import { jsonOf } from '../../json-text.ts';
import { outboxPlace, textKept } from '../../kept-text.ts';
import { consumedTwice, unknownId } from '../../store-error.ts';
import { inboxDataOf, keyOfConversation } from './inbox.ts';
import type { DeliveryRow, MemoryOrganisation } from './organisation.ts';

/** Deliveries and dead letters in memory. */
export function letterPorts(organisation: MemoryOrganisation): LetterPorts {
  const { deliveries, inbox, undo } = organisation;
  return {
    claimDeliveries: async ({ at, until, limit }) =>
      undo.transaction(() =>
        deliveries
          .where((row) => row.state === 'waiting' && row.dueAt <= epochMs(at) && !isBehindAnother(organisation, row))
          .sort((left, right) => left.dueAt - right.dueAt)
          .slice(0, limit)
          .map((row) => claim(organisation, row, until)),
      ),
    settleDelivery: async (delivery, outcome, at) =>
      undo.transaction(() => {
        const present = deliveries.get(...keyOf(delivery));
        if (present?.state !== 'waiting' || present.claim !== delivery.claim) return false;
        const dueAt = epochMs(outcome.state === 'waiting' ? outcome.dueAt : at);
        const lastError = outcome.state === 'delivered' ? undefined : organisation.redacted(outcome.error);
        deliveries.put({ ...present, state: outcome.state, dueAt, lastError }, ...keyOf(delivery));
        return true;
      }),
    deliveries: async ({ states, conversation, limit = Number.POSITIVE_INFINITY } = {}) =>
      deliveries
        .where((row) => states?.includes(row.state) ?? true)
        .filter((row) => (conversation ?? row.conversation) === row.conversation)
        .sort((left, right) => left.dueAt - right.dueAt)
        .slice(0, limit)
        .map(({ claim: _, dueAt, lastError, ...row }) => ({
          ...row,
          ...(lastError === undefined ? {} : { lastError }),
          at: isoTime(dueAt),
        })),
    decideDelivery: async (place, verdict, at) =>
      undo.transaction(() => {
        const present = deliveries.get(...keyOf(place));
        if (present?.state !== 'waiting' && present?.state !== 'dead') return false;
        const decided = { ...present, dueAt: epochMs(at), claim: present.claim + 1 };
        const next =
          verdict === 'retry' ? ({ state: 'waiting', attempts: 0 } as const) : ({ state: 'dropped' } as const);
        deliveries.put({ ...decided, ...next }, ...keyOf(place));
        return true;
      }),
    countFailure: async (id, error, at) =>
      undo.transaction(() => {
        const item = inbox.get(id);
        if (!item || item.consumed) return 0;
        const attempts = (item.attempts ?? 0) + 1;
        const lastError = organisation.redacted(error);
        inbox.put({ ...item, attempts, lastError, failedAt: isoTime(epochMs(at)) }, id);
        return attempts;
      }),
    setAside: async (id, error, at) =>
      undo.transaction(() => {
        const item = inbox.get(id);
        if (!item || item.consumed) return false;
        setAsideIn(organisation, item.conversation, id, organisation.redacted(error), at);
        return true;
      }),
    setAsideItems: async (limit = Number.POSITIVE_INFINITY) =>
      inbox
        .where((row) => row.isSetAside === true)
        .slice(0, limit)
        .map((row) => ({
          item: row.id,
          conversation: row.conversation,
          position: row.position,
          kind: row.kind,
          data: inboxDataOf(organisation, row),
          attempts: (row.attempts ?? 0) + (row.interruptions ?? 0),
          lastError: row.lastError ?? '',
          at: row.failedAt ?? '',
        })),
    decideItem: async (id, verdict) =>
      undo.transaction(() => {
        const item = inbox.get(id);
        if (item?.isSetAside !== true) return false;
        const anew =
          verdict === 'retry' ? { consumed: false, attempts: 0, interruptions: 0, begunUnder: undefined } : {};
        inbox.put({ ...item, isSetAside: false, ...anew }, id);
        return true;
      }),
  };
}

/** Puts down that an outbox item has to be delivered, inside a commit. */
export function putDelivery(organisation: MemoryOrganisation, place: OutboxPlace, target: string, at: string): void {
  const row = { ...place, target, state: 'waiting', attempts: 0, claim: 0, dueAt: epochMs(at) } as const;
  organisation.deliveries.put({ ...row, lastError: undefined }, ...keyOf(place));
}

/** Takes an item out of the way, inside a transaction. */
export function setAsideIn(
  organisation: MemoryOrganisation,
  conversation: string,
  id: string,
  error: string,
  at: string,
): void {
  const item = organisation.inbox.get(id);
  if (!item || item.conversation !== conversation) throw unknownId('inbox_item', id);
  if (item.consumed) throw consumedTwice(id);
  const failedAt = isoTime(epochMs(at));
  organisation.inbox.put({ ...item, consumed: true, isSetAside: true, lastError: error, failedAt }, id);
}

function claim(organisation: MemoryOrganisation, row: DeliveryRow, until: string): Delivery {
  const taken = { ...row, attempts: row.attempts + 1, claim: row.claim + 1, dueAt: epochMs(until) };
  organisation.deliveries.put(taken, ...keyOf(row));
  const item = organisation.outbox.get(...keyOf(row));
  if (!item) throw new Error('A delivery stands without its outbox item.');
  return {
    ...item,
    data: outboxDataOf(organisation, item),
    target: row.target,
    attempt: taken.attempts,
    claim: taken.claim,
  };
}

/** What an outbox item says. */
export function outboxDataOf(
  organisation: MemoryOrganisation,
  { data, ...place }: OutboxPlace & { readonly data: string },
): JsonObject {
  return jsonOf(textKept(data, keyOfConversation(organisation, place.conversation), outboxPlace(place)));
}

function isBehindAnother({ deliveries }: MemoryOrganisation, row: DeliveryRow): boolean {
  const isEarlier = (other: DeliveryRow): boolean =>
    other.sequence < row.sequence || (other.sequence === row.sequence && other.index < row.index);
  return deliveries
    .where(
      ({ conversation, target, state }) =>
        conversation === row.conversation && target === row.target && state === 'waiting',
    )
    .some(isEarlier);
}

function keyOf({ conversation, sequence, index }: OutboxPlace): readonly [string, number, number] {
  return [conversation, sequence, index];
}
