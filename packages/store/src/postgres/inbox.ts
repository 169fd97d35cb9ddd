import { consumedTwice, type InboxItem, unknownId } from '@rolecall/journal';
import { inboxItemOf } from '../rows/inbox-row.ts';
import { keyOfConversation } from './contact-key.ts';
import { setAsideIn } from './letters.ts';
import type { Scope } from './organisation.ts';
import { tables } from './query.ts';

/** Which of these items wait, inside a commit. They stay held, so that nobody else decides about them meanwhile. */
export async function holdItems(
  { organisation, transaction }: Scope,
  conversation: string,
  items: readonly string[],
): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set();
  const rows = await transaction.all(
    tables
      .selectFrom('inbox')
      .select('id')
      .where('organisation', '=', organisation)
      .where('id', 'in', items)
      .where('conversation', '=', conversation)
      .where('is_consumed', '=', 0)
      .forUpdate(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Marks items as handled, inside a commit that holds them. */
export async function consume(
  scope: Scope,
  conversation: string,
  items: readonly string[],
  held: ReadonlySet<string>,
): Promise<void> {
  const { organisation, transaction } = scope;
  const waiting = new Set(held);
  for (const item of items) if (!waiting.delete(item)) throw await notWaiting(scope, conversation, item);
  if (items.length === 0) return;
  transaction.send(
    tables
      .updateTable('inbox')
      .set({ is_consumed: 1 })
      .where('organisation', '=', organisation)
      .where('id', 'in', items),
  );
}

/** Sets an item aside, inside a commit. */
export async function giveUp(
  scope: Scope,
  conversation: string,
  item: string,
  error: string,
  at: string,
): Promise<void> {
  const isWaiting = (await readInbox(scope, conversation, undefined)).some(({ id }) => id === item);
  if (!isWaiting || !(await setAsideIn(scope, item, error, at))) throw await notWaiting(scope, conversation, item);
}

async function notWaiting({ organisation, transaction }: Scope, conversation: string, item: string): Promise<Error> {
  const present = await transaction.get(
    tables
      .selectFrom('inbox')
      .select('id')
      .where('organisation', '=', organisation)
      .where('id', '=', item)
      .where('conversation', '=', conversation),
  );
  return present ? consumedTwice(item) : unknownId('inbox_item', item);
}

/** What waits in one conversation, in order. */
export async function readInbox(scope: Scope, conversation: string, limit: number | undefined): Promise<InboxItem[]> {
  const { organisation, transaction } = scope;
  let select = tables
    .selectFrom('inbox')
    .select(['id', 'position', 'kind', 'data', 'accepted_at'])
    .where('organisation', '=', organisation)
    .where('conversation', '=', conversation)
    .where((build) => build('is_consumed', '=', build.lit(0)))
    .orderBy('position');
  if (limit !== undefined) select = select.limit(limit);
  const [key, rows] = await Promise.all([keyOfConversation(scope, conversation), transaction.all(select)]);
  return rows.map((row) => inboxItemOf(conversation, row, key));
}

/** The conversations in which something waits, the longest wait first. */
export async function waitingConversations(
  { organisation, transaction }: Scope,
  limit: number | undefined,
): Promise<string[]> {
  let select = tables
    .selectFrom('inbox')
    .select('conversation')
    .where('organisation', '=', organisation)
    .where((build) => build('is_consumed', '=', build.lit(0)))
    .groupBy('conversation')
    .orderBy((build) => build.fn.min('ordinal'));
  if (limit !== undefined) select = select.limit(limit);
  return (await transaction.all(select)).map((row) => row.conversation);
}
