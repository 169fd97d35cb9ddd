import {
  type Delivery,
  type DeliveryOutcome,
  type DeliveryRecord,
  epochMs,
  isoTime,
  jsonOf,
  type LetterPorts,
  type LetterVerdict,
  type OutboxPlace,
  outboxPlace,
  type SetAsideItem,
  textKept,
} from '@rolecall/journal';
import { type DeliveryRow, deliveryOf, type SentRow, type SetAsideRow, setAsideOf } from '../rows/letter-row.ts';
import { LETTER_STATEMENTS } from '../rows/letter-statements.ts';
import { redacted, type SqliteOrganisation } from './organisation.ts';
import { statement } from './query.ts';

type Taken = Pick<DeliveryRow, 'conversation' | 'sequence' | 'item_index' | 'target' | 'attempts'> & {
  readonly claim: number;
};

const put = statement(LETTER_STATEMENTS.put);
const claim = statement<Taken>(LETTER_STATEMENTS.claim(''));
const item = statement<SentRow>(LETTER_STATEMENTS.item);
const settle = statement(LETTER_STATEMENTS.settle);
const deliveryVerdicts = {
  retry: statement(LETTER_STATEMENTS.retryDelivery),
  drop: statement(LETTER_STATEMENTS.dropDelivery),
};
const count = statement<{ readonly attempts: number }>(LETTER_STATEMENTS.countFailure);
const aside = statement(LETTER_STATEMENTS.setAside);
const listAside = statement<SetAsideRow>(LETTER_STATEMENTS.listSetAside);
const itemVerdicts = { retry: statement(LETTER_STATEMENTS.retryItem), drop: statement(LETTER_STATEMENTS.dropItem) };

/** Puts down that an outbox item has to be delivered, inside a commit. */
export function putDelivery(
  { id, connection }: SqliteOrganisation,
  place: OutboxPlace,
  target: string,
  at: string,
): void {
  connection.run(put, [id, place.conversation, place.sequence, place.index, target, epochMs(at)]);
}

/** `StorePorts.claimDeliveries`. */
export function claimDeliveries(
  { id, connection }: SqliteOrganisation,
  { at, until, limit }: Parameters<LetterPorts['claimDeliveries']>[0],
): Delivery[] {
  return connection.transaction('process', () =>
    connection
      .all(claim, [id, epochMs(at), epochMs(until), limit])
      .map(({ item_index: index, attempts: attempt, ...taken }) => {
        const sent = connection.get(item, [id, taken.conversation, taken.sequence, index]);
        if (!sent) throw new Error('A delivery stands without its outbox item.');
        const text = textKept(sent.data, sent.contact_key, outboxPlace({ ...taken, index }));
        return { ...taken, index, attempt, kind: sent.kind, data: jsonOf(text), at: sent.at };
      }),
  );
}

/** `StorePorts.settleDelivery`. */
export function settleDelivery(
  organisation: SqliteOrganisation,
  { conversation, sequence, index, claim: taken }: OutboxPlace & Pick<Delivery, 'claim'>,
  outcome: DeliveryOutcome,
  at: string,
): boolean {
  const dueAt = epochMs(outcome.state === 'waiting' ? outcome.dueAt : at);
  const error = outcome.state === 'delivered' ? null : redacted(organisation, outcome.error);
  const { id, connection } = organisation;
  const values = [id, conversation, sequence, index, taken, outcome.state, dueAt, error];
  return connection.transaction('process', () => connection.run(settle, values) === 1);
}

/** `StorePorts.deliveries`. */
export function listDeliveries(
  { id, connection }: SqliteOrganisation,
  { states = [], conversation, limit = -1 }: NonNullable<Parameters<LetterPorts['deliveries']>[0]>,
): DeliveryRecord[] {
  const list = statement<DeliveryRow>(LETTER_STATEMENTS.list(states.length, conversation !== undefined));
  const named = conversation === undefined ? [] : [conversation];
  return connection.all(list, [id, limit, ...states, ...named]).map(deliveryOf);
}

/** `StorePorts.decideDelivery`. */
export function decideDelivery(
  { id, connection }: SqliteOrganisation,
  { conversation, sequence, index }: OutboxPlace,
  verdict: LetterVerdict,
  at: string,
): boolean {
  const values = [id, conversation, sequence, index, epochMs(at)];
  return connection.transaction('power', () => connection.run(deliveryVerdicts[verdict], values) === 1);
}

/** `StorePorts.countFailure`. */
export function countFailure(organisation: SqliteOrganisation, failed: string, error: string, at: string): number {
  const { id, connection } = organisation;
  const values = [id, failed, redacted(organisation, error), isoTime(epochMs(at))];
  return connection.transaction('process', () => connection.get(count, values)?.attempts ?? 0);
}

/** Takes an item out of the way, also inside a commit. False when it does not wait. */
export function setAside(organisation: SqliteOrganisation, failed: string, error: string, at: string): boolean {
  const { id, connection } = organisation;
  return connection.run(aside, [id, failed, redacted(organisation, error), isoTime(epochMs(at))]) === 1;
}

/** `StorePorts.setAsideItems`. */
export function listSetAside({ id, connection }: SqliteOrganisation, limit: number): SetAsideItem[] {
  return connection.all(listAside, [id, limit]).map(setAsideOf);
}

/** `StorePorts.decideItem`. */
export function decideItem({ id, connection }: SqliteOrganisation, failed: string, verdict: LetterVerdict): boolean {
  return connection.transaction('power', () => connection.run(itemVerdicts[verdict], [id, failed]) === 1);
}
