import type { SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

const selectOfContact = query((args: { organisation: string; contact: string }) =>
  tables
    .selectFrom('contact_keys')
    .select('key')
    .where('organisation', '=', args.organisation)
    .where('contact', '=', args.contact),
);

const selectOfConversation = query((args: { organisation: string; conversation: string }) =>
  tables
    .selectFrom('conversations')
    .innerJoin('contact_keys', (join) =>
      join
        .onRef('contact_keys.organisation', '=', 'conversations.organisation')
        .onRef('contact_keys.contact', '=', 'conversations.contact'),
    )
    .select('contact_keys.key')
    .where('conversations.organisation', '=', args.organisation)
    .where('conversations.id', '=', args.conversation),
);

/** A contact's own key; none once it was deleted. */
export function keyOfContact(
  { id, connection }: Pick<SqliteOrganisation, 'id' | 'connection'>,
  contact: string,
): string | undefined {
  return connection.get(selectOfContact, { organisation: id, contact })?.key;
}

/**
 * The key of the contact whose conversation it is. Read before what it opens: a contact that is deleted in between leaves
 * nothing that needs it.
 */
export function keyOfConversation({ id, connection }: SqliteOrganisation, conversation: string): string | undefined {
  return connection.get(selectOfConversation, { organisation: id, conversation })?.key;
}
