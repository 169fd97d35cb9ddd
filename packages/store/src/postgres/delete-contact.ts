import type { JsonValue } from '@rolecall/base';
import { type ContactDeletion, epochMs, isoTime, jsonOf } from '@rolecall/journal';
import { CLOSED_SCOPE } from '../memory/closed-scope.ts';
import { appendFact } from './documents.ts';
import { rebuildLock } from './entries.ts';
import { type PostgresOrganisation, type Scope, writing } from './organisation.ts';

/** What stands where a message stood. */
const DELETED = '{"$deleted":true}';

const OWN = '(select id from conversations where organisation = $1 and contact = $2)';
const OWN_ROWS = `organisation = $1 and (scope = 'contact:' || $2 or conversation in ${OWN})`;

const REMOVALS = [
  `delete from projected_rows where ${OWN_ROWS}`,
  `update checkpoints set state = '' where organisation = $1 and conversation in ${OWN}`,
  "delete from memories where organisation = $1 and scope = 'contact:' || $2",
  // Closed for good: a summary that is still being written finds no place, and an open index sees that all is gone.
  `insert into memory_scopes (organisation, scope, written, purged) values ($1, 'contact:' || $2, ${CLOSED_SCOPE}, 1) on conflict (organisation, scope) do update set written = ${CLOSED_SCOPE}, purged = memory_scopes.purged + 1`,
  'delete from evidence where organisation = $1 and contact = $2',
  `update inbox set data = '${DELETED}', content_hash = '', is_consumed = 1, last_error = null where organisation = $1 and conversation in ${OWN}`,
  `update outbox set data = '${DELETED}' where organisation = $1 and conversation in ${OWN}`,
  `delete from deliveries where organisation = $1 and conversation in ${OWN}`,
  `delete from timers where organisation = $1 and conversation in ${OWN}`,
  `update leases set holder = null where organisation = $1 and conversation in ${OWN}`,
  'delete from contact_keys where organisation = $1 and contact = $2',
  'delete from contacts where organisation = $1 and id = $2',
];

/** `StorePorts.deleteContact`. Nobody writes in the contact's conversations while it is looked at and removed. */
export function deleteContact(
  organisation: PostgresOrganisation,
  contact: string,
  at: string,
): Promise<ContactDeletion> {
  return writing(organisation, 'power', async (scope): Promise<ContactDeletion> => {
    const { transaction } = scope;
    const own = [organisation.id, contact];
    if (!(await holdContact(scope, contact))) return { status: 'unknown' };
    const rows = await transaction.raw<{ table: string; key: string; scope: string | null; value: string }>(
      `select table_name as table, key, scope, value from projected_rows where ${OWN_ROWS}`,
      own,
    );
    const keeping = rows
      .map(({ scope: of, value, ...row }) => ({
        ...row,
        ...(of === null ? {} : { scope: of }),
        value: jsonOf<JsonValue>(value),
      }))
      .filter(organisation.keepsContact ?? (() => false));
    if (keeping.length > 0) return { status: 'waiting', rows: keeping };
    await transaction.raw(
      'update conversations set closed_at = $3 where organisation = $1 and contact = $2 and closed_at is null',
      [...own, epochMs(at)],
    );
    for (const removal of REMOVALS) await transaction.raw(removal, own);
    await appendFact(scope, 'contact.deleted', JSON.stringify({ contact }), isoTime(epochMs(at)));
    return { status: 'deleted' };
  });
}

/**
 * Commits wait, and find the contact gone; so does an acceptance, which holds the contact's row as long as it writes, and
 * whoever remembers something of the contact.
 * False when there is no such contact.
 */
async function holdContact({ organisation, transaction }: Scope, contact: string): Promise<boolean> {
  await transaction.raw('select pg_advisory_xact_lock(hashtextextended($1, 0))', [rebuildLock(organisation)]);
  transaction.lock([JSON.stringify(['memory', organisation, `contact:${contact}`])]);
  const held = await transaction.raw('select id from contacts where organisation = $1 and id = $2 for update', [
    organisation,
    contact,
  ]);
  return held.length === 1;
}
