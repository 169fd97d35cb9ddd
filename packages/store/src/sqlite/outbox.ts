import { type Commit, jsonOf, jsonText, type OutboxDraft, type OutboxItem } from '@rolecall/journal';
import { putDelivery } from './letters.ts';
import type { SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

const insertItem = query(
  (args: {
    organisation: string;
    conversation: string;
    sequence: number;
    index: number;
    kind: string;
    data: string;
    at: string;
  }) =>
    tables.insertInto('outbox').values({
      organisation: args.organisation,
      conversation: args.conversation,
      sequence: args.sequence,
      item_index: args.index,
      kind: args.kind,
      data: args.data,
      at: args.at,
    }),
);

const selectItems = query((args: { organisation: string; conversation: string; after: number }) =>
  tables
    .selectFrom('outbox')
    .select(['sequence', 'item_index', 'kind', 'data', 'at'])
    .where('organisation', '=', args.organisation)
    .where('conversation', '=', args.conversation)
    .where('sequence', '>', args.after)
    .orderBy('sequence')
    .orderBy('item_index'),
);

/** Puts one item into the outbox, inside a commit. */
export function send(
  organisation: SqliteOrganisation,
  { conversation, at }: Commit,
  sequence: number,
  index: number,
  draft: OutboxDraft,
): void {
  const { id, connection } = organisation;
  const data = jsonText(draft.data, `outbox[${index}].data`);
  connection.run(insertItem, { organisation: id, conversation, sequence, index, kind: draft.kind, data, at });
  if (draft.to !== undefined) putDelivery(organisation, { conversation, sequence, index }, draft.to, at);
}

/** What was sent after a sequence number, in order. */
export function readOutbox({ id, connection }: SqliteOrganisation, conversation: string, after: number): OutboxItem[] {
  return connection
    .all(selectItems, { organisation: id, conversation, after })
    .map(({ sequence, item_index: index, kind, data, at }) => ({
      conversation,
      sequence,
      index,
      kind,
      data: jsonOf(data),
      at,
    }));
}
