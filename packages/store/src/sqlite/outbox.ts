import {
  type Commit,
  jsonOf,
  jsonText,
  keptText,
  type OutboxDraft,
  type OutboxItem,
  outboxPlace,
  textKept,
} from '@rolecall/journal';
import { keyOfConversation } from './contact-key.ts';
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

/** Puts one item into the outbox, inside a commit; under the key of its contact. */
export function send(
  organisation: SqliteOrganisation,
  { conversation, at }: Commit,
  sequence: number,
  index: number,
  draft: OutboxDraft,
  contactKey: string,
): void {
  const { id, connection } = organisation;
  const place = { conversation, sequence, index };
  const data = keptText(jsonText(draft.data, `outbox[${index}].data`), contactKey, outboxPlace(place));
  connection.run(insertItem, { organisation: id, conversation, sequence, index, kind: draft.kind, data, at });
  if (draft.to !== undefined) putDelivery(organisation, place, draft.to, at);
}

/** What was sent after a sequence number, in order. */
export function readOutbox(organisation: SqliteOrganisation, conversation: string, after: number): OutboxItem[] {
  const { id, connection } = organisation;
  const key = keyOfConversation(organisation, conversation);
  return connection
    .all(selectItems, { organisation: id, conversation, after })
    .map(({ sequence, item_index: index, kind, data, at }) => ({
      conversation,
      sequence,
      index,
      kind,
      data: jsonOf(textKept(data, key, outboxPlace({ conversation, sequence, index }))),
      at,
    }));
}
