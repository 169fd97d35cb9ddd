import { inboxPlace, isEncrypted, keptText, outboxPlace } from '@rolecall/journal';
import type { SqliteConnection } from './connection.ts';
import { query, tables } from './query.ts';

const keysOfContacts = tables
  .selectFrom('conversations')
  .innerJoin('contact_keys', (join) =>
    join
      .onRef('contact_keys.organisation', '=', 'conversations.organisation')
      .onRef('contact_keys.contact', '=', 'conversations.contact'),
  );

const selectInbox = query((_: Record<never, never>) =>
  keysOfContacts
    .innerJoin('inbox', (join) =>
      join
        .onRef('inbox.organisation', '=', 'conversations.organisation')
        .onRef('inbox.conversation', '=', 'conversations.id'),
    )
    .select(['inbox.organisation', 'inbox.id', 'inbox.data', 'contact_keys.key']),
);

const updateInbox = query((args: { organisation: string; id: string; data: string }) =>
  tables
    .updateTable('inbox')
    .set({ data: args.data })
    .where('organisation', '=', args.organisation)
    .where('id', '=', args.id),
);

const selectOutbox = query((_: Record<never, never>) =>
  keysOfContacts
    .innerJoin('outbox', (join) =>
      join
        .onRef('outbox.organisation', '=', 'conversations.organisation')
        .onRef('outbox.conversation', '=', 'conversations.id'),
    )
    .select(['outbox.organisation', 'outbox.conversation', 'outbox.sequence', 'outbox.item_index', 'outbox.data'])
    .select('contact_keys.key'),
);

const updateOutbox = query(
  (args: { organisation: string; conversation: string; sequence: number; index: number; data: string }) =>
    tables
      .updateTable('outbox')
      .set({ data: args.data })
      .where('organisation', '=', args.organisation)
      .where('conversation', '=', args.conversation)
      .where('sequence', '=', args.sequence)
      .where('item_index', '=', args.index),
);

/** Encrypts what stands in inbox and outbox of a store that was written before texts were. */
export function encryptKeptTexts(connection: SqliteConnection): void {
  for (const { organisation, id, data, key } of connection.all(selectInbox, {})) {
    if (isEncrypted(data)) continue;
    connection.run(updateInbox, { organisation, id, data: keptText(data, key, inboxPlace(id)) });
  }
  for (const { organisation, conversation, sequence, item_index: index, data, key } of connection.all(
    selectOutbox,
    {},
  )) {
    if (isEncrypted(data)) continue;
    const kept = keptText(data, key, outboxPlace({ conversation, sequence, index }));
    connection.run(updateOutbox, { organisation, conversation, sequence, index, data: kept });
  }
}
