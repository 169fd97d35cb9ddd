import { newId } from '@rolecall/base';
import { type ContactRecord, epochMs, isoTime, newContactKey, type StorePorts } from '@rolecall/journal';
import { CONTACT_COLUMNS, contactOf } from '../rows/contact-row.ts';
import { type PostgresOrganisation, redacted, type Scope, writing } from './organisation.ts';
import { tables } from './query.ts';

/** `StorePorts.upsertContact`: a new contact gets its key in the same transaction. */
export function upsertContact(
  organisation: PostgresOrganisation,
  { externalId, level, displayName, at }: Parameters<StorePorts['upsertContact']>[0],
): Promise<ContactRecord> {
  return writing(organisation, 'process', async (scope) => {
    const { transaction } = scope;
    transaction.lock([`contact ${organisation.id} ${externalId}`]);
    const present = await contactByExternalId(scope, externalId);
    const name = displayName === undefined ? present?.displayName : redacted(organisation, displayName);
    const contact: ContactRecord = {
      id: present?.id ?? newId('contact'),
      externalId,
      level,
      ...(name === undefined ? {} : { displayName: name }),
      createdAt: present?.createdAt ?? isoTime(epochMs(at)),
    };
    const own = { organisation: organisation.id, contact: contact.id };
    if (present) {
      transaction.send(
        tables
          .updateTable('contacts')
          .set({ level, display_name: name ?? null })
          .where('organisation', '=', own.organisation)
          .where('id', '=', own.contact),
      );
      return contact;
    }
    transaction.send(
      tables.insertInto('contacts').values({
        organisation: organisation.id,
        id: contact.id,
        external_id: externalId,
        level,
        display_name: name ?? null,
        created_at: contact.createdAt,
      }),
    );
    transaction.send(tables.insertInto('contact_keys').values({ ...own, key: newContactKey() }));
    return contact;
  });
}

export async function contactById(
  { organisation, transaction }: Scope,
  id: string,
): Promise<ContactRecord | undefined> {
  const row = await transaction.get(
    tables.selectFrom('contacts').select(CONTACT_COLUMNS).where('organisation', '=', organisation).where('id', '=', id),
  );
  return row && contactOf(row);
}

export async function contactByExternalId(
  { organisation, transaction }: Scope,
  externalId: string,
): Promise<ContactRecord | undefined> {
  const row = await transaction.get(
    tables
      .selectFrom('contacts')
      .select(CONTACT_COLUMNS)
      .where('organisation', '=', organisation)
      .where('external_id', '=', externalId),
  );
  return row && contactOf(row);
}

/** Keeps a contact from being deleted until the transaction ends. False when there is none. */
export async function holdContact({ organisation, transaction }: Scope, id: string): Promise<boolean> {
  const held = await transaction.get(
    tables.selectFrom('contacts').select('id').where('organisation', '=', organisation).where('id', '=', id).forShare(),
  );
  return held !== undefined;
}
