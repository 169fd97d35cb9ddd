import { RolecallError } from '@rolecall/base';
import type { SqliteConnection } from './connection.ts';
import { MIGRATIONS } from './migrations.ts';
import { query, tables } from './query.ts';

/** Marks a file as ours: "rlcl". */
const APPLICATION_ID = 0x726c636c;

/** The schema that this Rolecall writes. */
export const NEWEST = Math.max(...MIGRATIONS.map((migration) => migration.version));

const countObjects = query((_: Record<never, never>) =>
  tables.selectFrom('sqlite_schema').select((build) => build.fn.countAll<number>().as('count')),
);

const insertMeta = query((args: { key: string; value: string }) =>
  tables.insertInto('meta').values({ organisation: '', key: args.key, value: args.value }),
);

/** Throws, before anything is changed, when the file belongs to another program or to a newer Rolecall. */
export function refuseForeignFile(connection: SqliteConnection): void {
  refuseNewer(connection);
  const isEmpty = connection.get(countObjects, {})?.count === 0;
  if (isEmpty || connection.pragma('application_id') === APPLICATION_ID) return;
  throw new RolecallError({
    code: 'store_foreign_file',
    at: { file: connection.file },
    message: 'The file is a database of another program.',
    hint: 'Name another file for the store; this one has not been changed.',
  });
}

/** Brings the schema up to the newest step, in one transaction; `meta` remembers each step and which engine took it. */
export function migrate(connection: SqliteConnection, engine: string): void {
  connection.transaction('power', () => {
    refuseNewer(connection);
    const present = schemaVersion(connection);
    for (const { version, name, statements, run } of MIGRATIONS) {
      if (version <= present) continue;
      connection.execute(statements);
      run?.(connection);
      connection.run(insertMeta, { key: `migration:${version}`, value: JSON.stringify({ name, engine }) });
    }
    if (present < NEWEST)
      connection.execute(`pragma user_version = ${NEWEST}; pragma application_id = ${APPLICATION_ID}`);
  });
}

/** Throws when the file is no store of this Rolecall, or one that has not been migrated yet. */
export function requireNewest(connection: SqliteConnection): void {
  refuseForeignFile(connection);
  const present = schemaVersion(connection);
  if (present === NEWEST) return;
  throw new RolecallError({
    code: 'store_schema_too_old',
    at: { file: connection.file },
    message:
      present === 0 ? 'The file is empty.' : `The store has schema ${present}, and this Rolecall needs ${NEWEST}.`,
    hint: 'Run `rolecall db migrate` once; nothing was changed.',
  });
}

function refuseNewer(connection: SqliteConnection): void {
  const present = schemaVersion(connection);
  if (present <= NEWEST) return;
  throw new RolecallError({
    code: 'store_schema_too_new',
    at: { file: connection.file },
    message: `The store has schema ${present}, and this Rolecall knows schemas up to ${NEWEST}.`,
    hint: 'Open it with the Rolecall that wrote it, or a newer one.',
  });
}

/** The schema of a file; 0 when it is empty. */
export function schemaVersion(connection: SqliteConnection): number {
  return Number(connection.pragma('user_version'));
}
