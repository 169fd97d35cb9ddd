import type { JsonValue } from '@rolecall/base';
import { type ContactDeletion, epochMs, isoTime, jsonOf, type ProjectedRow } from '@rolecall/journal';
import { CLOSED_SCOPE } from '../memory/closed-scope.ts';
import { contactExists } from './contacts.ts';
import { appendFact } from './documents.ts';
import type { SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

/** What stands where a message stood. */
const DELETED = '{"$deleted":true}';

interface Args {
  readonly organisation: string;
  readonly contact: string;
  readonly [name: string]: string;
}

const ofContact = (args: Args) =>
  tables
    .selectFrom('conversations')
    .select('id')
    .where('organisation', '=', args.organisation)
    .where('contact', '=', args.contact);

const selectRows = query((args: Args & { readonly scope: string }) =>
  tables
    .selectFrom('projected_rows')
    .select(['table_name', 'key', 'scope', 'value'])
    .where('organisation', '=', args.organisation)
    .where((row) => row.or([row('scope', '=', args.scope), row('conversation', 'in', ofContact(args))])),
);

const removals = [
  query((args: Args & { readonly scope: string }) =>
    tables
      .deleteFrom('projected_rows')
      .where('organisation', '=', args.organisation)
      .where((row) => row.or([row('scope', '=', args.scope), row('conversation', 'in', ofContact(args))])),
  ),
  query((args: Args) =>
    tables
      .updateTable('checkpoints')
      .set({ state: '' })
      .where('organisation', '=', args.organisation)
      .where('conversation', 'in', ofContact(args)),
  ),
  query((args: Args & { readonly scope: string }) =>
    tables.deleteFrom('memories').where('organisation', '=', args.organisation).where('scope', '=', args.scope),
  ),
  // Closed for good: a summary that is still being written finds no place, and an open index sees that all is gone.
  query((args: Args & { readonly scope: string }) =>
    tables
      .insertInto('memory_scopes')
      .values({ organisation: args.organisation, scope: args.scope, written: CLOSED_SCOPE, purged: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation', 'scope'])
          .doUpdateSet((build) => ({ written: CLOSED_SCOPE, purged: build('memory_scopes.purged', '+', 1) })),
      ),
  ),
  query((args: Args) =>
    tables.deleteFrom('contact_keys').where('organisation', '=', args.organisation).where('contact', '=', args.contact),
  ),
  query((args: Args) =>
    tables.deleteFrom('evidence').where('organisation', '=', args.organisation).where('contact', '=', args.contact),
  ),
  query((args: Args) =>
    tables
      .updateTable('inbox')
      .set({ data: DELETED, content_hash: '', is_consumed: 1, last_error: null })
      .where('organisation', '=', args.organisation)
      .where('conversation', 'in', ofContact(args)),
  ),
  query((args: Args) =>
    tables
      .updateTable('outbox')
      .set({ data: DELETED })
      .where('organisation', '=', args.organisation)
      .where('conversation', 'in', ofContact(args)),
  ),
  query((args: Args) =>
    tables
      .deleteFrom('deliveries')
      .where('organisation', '=', args.organisation)
      .where('conversation', 'in', ofContact(args)),
  ),
  query((args: Args) =>
    tables
      .deleteFrom('timers')
      .where('organisation', '=', args.organisation)
      .where('conversation', 'in', ofContact(args)),
  ),
  query((args: Args) =>
    tables
      .updateTable('leases')
      .set({ holder: null })
      .where('organisation', '=', args.organisation)
      .where('conversation', 'in', ofContact(args)),
  ),
  query((args: Args) =>
    tables.deleteFrom('contacts').where('organisation', '=', args.organisation).where('id', '=', args.contact),
  ),
];

const closeConversations = query((args: { organisation: string; contact: string; at: number }) =>
  tables
    .updateTable('conversations')
    .set({ closed_at: args.at })
    .where('organisation', '=', args.organisation)
    .where('contact', '=', args.contact)
    .where('closed_at', 'is', null),
);

/** `StorePorts.deleteContact`. What is removed is overwritten in the file and in its log too. */
export function deleteContact(organisation: SqliteOrganisation, contact: string, at: string): ContactDeletion {
  const { id, connection } = organisation;
  const deletion = connection.transaction('power', (): ContactDeletion => {
    if (!contactExists(organisation, contact)) return { status: 'unknown' };
    const args = { organisation: id, contact, scope: `contact:${contact}` };
    const rows = connection
      .all(selectRows, args)
      .map(projectedRowOf)
      .filter(organisation.keepsContact ?? (() => false));
    if (rows.length > 0) return { status: 'waiting', rows };
    connection.run(closeConversations, { organisation: id, contact, at: epochMs(at) });
    for (const removal of removals) connection.run(removal, args);
    appendFact(organisation, 'contact.deleted', { contact }, isoTime(epochMs(at)));
    return { status: 'deleted' };
  });
  if (deletion.status === 'deleted') connection.emptyLog();
  return deletion;
}

function projectedRowOf(row: {
  readonly table_name: string;
  readonly key: string;
  readonly scope: string | null;
  readonly value: string;
}): ProjectedRow {
  const { table_name: table, key, scope, value } = row;
  return { table, key, ...(scope === null ? {} : { scope }), value: jsonOf<JsonValue>(value) };
}
