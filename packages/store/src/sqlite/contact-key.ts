import type { SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

const selectOfContact = query((args: { organisation: string; contact: string }) =>
  tables
    .selectFrom('contact_keys')
    .select('key')
    .where('organisation', '=', args.organisation)
    .where('contact', '=', args.contact),
);

const selectOwner = query((args: { organisation: string; conversation: string }) =>
  tables
    .selectFrom('conversations')
    .innerJoin('contact_keys', (join) =>
      join
        .onRef('contact_keys.organisation', '=', 'conversations.organisation')
        .onRef('contact_keys.contact', '=', 'conversations.contact'),
    )
    .select(['conversations.contact as id', 'contact_keys.key'])
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

/** A contact and the key that opens what is kept of it. */
export interface EvidenceOwner {
  readonly id: string;
  readonly key: string;
}

/**
 * The contact whose conversation it is; undefined once it was deleted. Read before what its key opens: a contact that is
 * deleted in between leaves nothing that needs it.
 */
export function ownerOfConversation(
  { id, connection }: Pick<SqliteOrganisation, 'id' | 'connection'>,
  conversation: string,
): EvidenceOwner | undefined {
  return connection.get(selectOwner, { organisation: id, conversation });
}

/** The key of the contact whose conversation it is. */
export function keyOfConversation(organisation: SqliteOrganisation, conversation: string): string | undefined {
  return ownerOfConversation(organisation, conversation)?.key;
}
