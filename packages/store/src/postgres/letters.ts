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
import { type PostgresOrganisation, redacted, type Scope, writing } from './organisation.ts';

type Taken = Pick<DeliveryRow, 'conversation' | 'sequence' | 'item_index' | 'target' | 'attempts'> & {
  readonly claim: number;
};

/** Puts down that an outbox item has to be delivered, inside a commit. */
export function putDelivery(
  { organisation, transaction }: Scope,
  { conversation, sequence, index }: OutboxPlace,
  target: string,
  at: string,
): void {
  transaction.sendRaw(LETTER_STATEMENTS.put, [organisation, conversation, sequence, index, target, epochMs(at)]);
}

/** `StorePorts.claimDeliveries`. */
export function claimDeliveries(
  organisation: PostgresOrganisation,
  { at, until, limit }: Parameters<LetterPorts['claimDeliveries']>[0],
): Promise<Delivery[]> {
  const statement = LETTER_STATEMENTS.claim('for update skip locked');
  return writing(organisation, 'process', async ({ transaction }) => {
    const taken = await transaction.raw<Taken>(statement, [organisation.id, epochMs(at), epochMs(until), limit]);
    const deliveries: Delivery[] = [];
    for (const { item_index: index, attempts: attempt, ...row } of taken) {
      const place = [organisation.id, row.conversation, row.sequence, index];
      const [sent] = await transaction.raw<SentRow>(LETTER_STATEMENTS.item, place);
      if (!sent) throw new Error('A delivery stands without its outbox item.');
      const text = textKept(sent.data, sent.contact_key, outboxPlace({ ...row, index }));
      deliveries.push({ ...row, index, attempt, kind: sent.kind, data: jsonOf(text), at: sent.at });
    }
    return deliveries;
  });
}

/** `StorePorts.settleDelivery`. */
export function settleDelivery(
  organisation: PostgresOrganisation,
  { conversation, sequence, index, claim }: OutboxPlace & Pick<Delivery, 'claim'>,
  outcome: DeliveryOutcome,
  at: string,
): Promise<boolean> {
  const dueAt = epochMs(outcome.state === 'waiting' ? outcome.dueAt : at);
  const error = outcome.state === 'delivered' ? null : redacted(organisation, outcome.error);
  const values = [organisation.id, conversation, sequence, index, claim, outcome.state, dueAt, error];
  return writing(organisation, 'process', (scope) => changes(scope, LETTER_STATEMENTS.settle, values));
}

/** `StorePorts.deliveries`. */
export async function listDeliveries(
  { organisation, transaction }: Scope,
  { states = [], conversation, limit }: NonNullable<Parameters<LetterPorts['deliveries']>[0]>,
): Promise<DeliveryRecord[]> {
  const statement = LETTER_STATEMENTS.list(states.length, conversation !== undefined);
  const named = conversation === undefined ? [] : [conversation];
  return (await transaction.raw<DeliveryRow>(statement, [organisation, limit ?? null, ...states, ...named])).map(
    deliveryOf,
  );
}

/** `StorePorts.decideDelivery`. */
export function decideDelivery(
  organisation: PostgresOrganisation,
  { conversation, sequence, index }: OutboxPlace,
  verdict: LetterVerdict,
  at: string,
): Promise<boolean> {
  const statement = verdict === 'retry' ? LETTER_STATEMENTS.retryDelivery : LETTER_STATEMENTS.dropDelivery;
  const values = [organisation.id, conversation, sequence, index, epochMs(at)];
  return writing(organisation, 'power', (scope) => changes(scope, statement, values));
}

/** `StorePorts.countFailure`. */
export function countFailure(
  organisation: PostgresOrganisation,
  item: string,
  error: string,
  at: string,
): Promise<number> {
  const values = [organisation.id, item, redacted(organisation, error), isoTime(epochMs(at))];
  return writing(organisation, 'process', async ({ transaction }) => {
    const [row] = await transaction.raw<{ attempts: number }>(LETTER_STATEMENTS.countFailure, values);
    return row?.attempts ?? 0;
  });
}

/** Takes an item out of the way inside a transaction. False when it does not wait. */
export function setAsideIn(scope: Scope, item: string, error: string, at: string): Promise<boolean> {
  const values = [scope.organisation, item, error, isoTime(epochMs(at))];
  return changes(scope, LETTER_STATEMENTS.setAside, values);
}

/** `StorePorts.setAside`. */
export function setAside(
  organisation: PostgresOrganisation,
  item: string,
  error: string,
  at: string,
): Promise<boolean> {
  return writing(organisation, 'power', (scope) => setAsideIn(scope, item, redacted(organisation, error), at));
}

/** `StorePorts.setAsideItems`. */
export async function listSetAside(
  { organisation, transaction }: Scope,
  limit: number | undefined,
): Promise<SetAsideItem[]> {
  const values = [organisation, limit ?? null];
  return (await transaction.raw<SetAsideRow>(LETTER_STATEMENTS.listSetAside, values)).map(setAsideOf);
}

/** `StorePorts.decideItem`. */
export function decideItem(organisation: PostgresOrganisation, item: string, verdict: LetterVerdict): Promise<boolean> {
  const statement = verdict === 'retry' ? LETTER_STATEMENTS.retryItem : LETTER_STATEMENTS.dropItem;
  return writing(organisation, 'power', (scope) => changes(scope, statement, [organisation.id, item]));
}

/** True when the statement changed a row. */
async function changes({ transaction }: Scope, statement: string, values: readonly unknown[]): Promise<boolean> {
  return (await transaction.raw(`${statement} returning 1`, values)).length > 0;
}
