import type { Scope } from './organisation.ts';
import { tables } from './query.ts';

/** A contact's own key; none once it was deleted. */
export async function keyOfContact({ organisation, transaction }: Scope, contact: string): Promise<string | undefined> {
  const row = await transaction.get(
    tables
      .selectFrom('contact_keys')
      .select('key')
      .where('organisation', '=', organisation)
      .where('contact', '=', contact),
  );
  return row?.key;
}

/**
 * The key of the contact whose conversation it is. Asked for before what it opens: a contact that is deleted in between
 * leaves nothing that needs it.
 */
export async function keyOfConversation(
  { organisation, transaction }: Scope,
  conversation: string,
): Promise<string | undefined> {
  const row = await transaction.get(
    tables
      .selectFrom('conversations')
      .innerJoin('contact_keys', (join) =>
        join
          .onRef('contact_keys.organisation', '=', 'conversations.organisation')
          .onRef('contact_keys.contact', '=', 'conversations.contact'),
      )
      .select('contact_keys.key')
      .where('conversations.organisation', '=', organisation)
      .where('conversations.id', '=', conversation),
  );
  return row?.key;
}
