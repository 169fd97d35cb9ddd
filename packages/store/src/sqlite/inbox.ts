import { consumedTwice, type InboxItem, unknownId } from '@rolecall/journal';
import { inboxItemOf } from '../rows/inbox-row.ts';
import { keyOfConversation } from './contact-key.ts';
import { setAside } from './letters.ts';
import type { SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

const selectItem = query((args: { organisation: string; item: string; conversation: string }) =>
  tables
    .selectFrom('inbox')
    .select('is_consumed')
    .where('organisation', '=', args.organisation)
    .where('id', '=', args.item)
    .where('conversation', '=', args.conversation),
);

const markConsumed = query((args: { organisation: string; item: string }) =>
  tables
    .updateTable('inbox')
    .set({ is_consumed: 1 })
    .where('organisation', '=', args.organisation)
    .where('id', '=', args.item),
);

/** The literal 0 lets SQLite use the index of what waits; a parameter would not. */
const selectWaiting = query((args: { organisation: string; conversation: string; limit: number }) =>
  tables
    .selectFrom('inbox')
    .select(['id', 'position', 'kind', 'data', 'accepted_at'])
    .where('organisation', '=', args.organisation)
    .where('conversation', '=', args.conversation)
    .where((build) => build('is_consumed', '=', build.lit(0)))
    .orderBy('position')
    .limit(args.limit),
);

const selectWaitingConversations = query((args: { organisation: string; limit: number }) =>
  tables
    .selectFrom('inbox')
    .select('conversation')
    .where('organisation', '=', args.organisation)
    .where((build) => build('is_consumed', '=', build.lit(0)))
    .groupBy('conversation')
    .orderBy((build) => build.fn.min('ordinal'))
    .limit(args.limit),
);

/** Marks an item as handled, inside a commit. */
export function consume({ id, connection }: SqliteOrganisation, conversation: string, item: string): void {
  const present = connection.get(selectItem, { organisation: id, item, conversation });
  if (!present) throw unknownId('inbox_item', item);
  if (present.is_consumed !== 0) throw consumedTwice(item);
  connection.run(markConsumed, { organisation: id, item });
}

/** Sets an item aside, inside a commit. */
export function giveUp(
  organisation: SqliteOrganisation,
  conversation: string,
  item: string,
  error: string,
  at: string,
): void {
  const present = organisation.connection.get(selectItem, { organisation: organisation.id, item, conversation });
  if (!present) throw unknownId('inbox_item', item);
  if (!setAside(organisation, item, error, at)) throw consumedTwice(item);
}

/** What waits in one conversation, in order. */
export function readInbox(organisation: SqliteOrganisation, conversation: string, limit: number): InboxItem[] {
  const { id, connection } = organisation;
  const key = keyOfConversation(organisation, conversation);
  return connection
    .all(selectWaiting, { organisation: id, conversation, limit })
    .map((row) => inboxItemOf(conversation, row, key));
}

/** The conversations in which something waits, the longest wait first. */
export function waitingConversations({ id, connection }: SqliteOrganisation, limit: number): string[] {
  return connection.all(selectWaitingConversations, { organisation: id, limit }).map((row) => row.conversation);
}
