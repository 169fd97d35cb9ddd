import { newId } from '@rolecall/base';
import { type ContactRecord, epochMs, isoTime, newContactKey, type StorePorts } from '@rolecall/journal';
import { CONTACT_COLUMNS, contactOf } from '../rows/contact-row.ts';
import { redacted, type SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

const selectById = query((args: { organisation: string; contact: string }) =>
  tables
    .selectFrom('contacts')
    .select(CONTACT_COLUMNS)
    .where('organisation', '=', args.organisation)
    .where('id', '=', args.contact),
);

const selectByExternalId = query((args: { organisation: string; externalId: string }) =>
  tables
    .selectFrom('contacts')
    .select(CONTACT_COLUMNS)
    .where('organisation', '=', args.organisation)
    .where('external_id', '=', args.externalId),
);

const putContact = query(
  (args: {
    organisation: string;
    id: string;
    externalId: string;
    level: ContactRecord['level'];
    displayName: string | null;
    createdAt: string;
  }) =>
    tables
      .insertInto('contacts')
      .values({
        organisation: args.organisation,
        id: args.id,
        external_id: args.externalId,
        level: args.level,
        display_name: args.displayName,
        created_at: args.createdAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['organisation', 'id']).doUpdateSet({ level: args.level, display_name: args.displayName }),
      ),
);

const insertKey = query((args: { organisation: string; contact: string; key: string }) =>
  tables.insertInto('contact_keys').values({ organisation: args.organisation, contact: args.contact, key: args.key }),
);

/** `StorePorts.upsertContact`: a new contact gets its key in the same transaction. */
export function upsertContact(
  organisation: SqliteOrganisation,
  { externalId, level, displayName, at }: Parameters<StorePorts['upsertContact']>[0],
): ContactRecord {
  const { id, connection } = organisation;
  return connection.transaction('process', () => {
    const present = contactByExternalId(organisation, externalId);
    const name = displayName === undefined ? present?.displayName : redacted(organisation, displayName);
    const contact: ContactRecord = {
      id: present?.id ?? newId('contact'),
      externalId,
      level,
      ...(name === undefined ? {} : { displayName: name }),
      createdAt: present?.createdAt ?? isoTime(epochMs(at)),
    };
    connection.run(putContact, { ...contact, organisation: id, displayName: name ?? null });
    if (!present) connection.run(insertKey, { organisation: id, contact: contact.id, key: newContactKey() });
    return contact;
  });
}

export function contactById({ id, connection }: SqliteOrganisation, contact: string): ContactRecord | undefined {
  const row = connection.get(selectById, { organisation: id, contact });
  return row && contactOf(row);
}

export function contactExists(organisation: SqliteOrganisation, contact: string): boolean {
  return contactById(organisation, contact) !== undefined;
}

export function contactByExternalId(
  { id, connection }: SqliteOrganisation,
  externalId: string,
): ContactRecord | undefined {
  const row = connection.get(selectByExternalId, { organisation: id, externalId });
  return row && contactOf(row);
}
