import { RolecallError } from '@rolecall/base';
import type { SqliteConnection } from './connection.ts';
import { MIGRATIONS, type Migration, NEWEST } from './migrations.ts';
import { query, tables } from './query.ts';

/** Marks a file as ours: "rlcl". */
const APPLICATION_ID = 0x726c636c;

const countObjects = query((_: Record<never, never>) =>
  tables.selectFrom('sqlite_schema').select((build) => build.fn.countAll<number>().as('count')),
);

const putMeta = query((args: { key: string; value: string }) =>
  tables
    .insertInto('meta')
    .values({ organisation: '', key: args.key, value: args.value })
    .onConflict((conflict) => conflict.columns(['organisation', 'key']).doUpdateSet({ value: args.value })),
);

const COMPATIBLE_FROM = 'compatible_from';
const selectCompatibleFrom = query((_: Record<never, never>) =>
  tables.selectFrom('meta').select('value').where('organisation', '=', '').where('key', '=', COMPATIBLE_FROM),
);

/** Throws, before anything is changed, when the file belongs to another program or to a newer Rolecall. */
export function refuseForeignFile(connection: SqliteConnection): void {
  refuseNewer(connection);
  const isEmpty = connection.get(countObjects, {})?.count === 0;
  if (isEmpty || connection.pragma('application_id') === APPLICATION_ID) return;
  throw new RolecallError({
    code: 'store_foreign_file',
    at: { file: connection.file },
    message: { en: 'The file is a database of another program.', zh: '这个文件是别的程序的数据库。' },
    hint: {
      en: 'Name another file for the store; this one has not been changed.',
      zh: '为存储换一个文件；这一个没有改变。',
    },
  });
}

/**
 * Brings the schema up to the newest step, in one transaction; `meta` remembers each step and which engine took it. Who has
 * the file open goes on beside a step that only adds, and is refused from its next transaction on by one that takes away.
 */
export function migrate(
  connection: SqliteConnection,
  engine: string,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  connection.transaction('power', () => {
    refuseNewer(connection);
    const present = schemaVersion(connection);
    const missing = migrations.filter(({ version }) => version > present);
    if (missing.length === 0) return;
    for (const { version, name, statements, run } of missing) {
      connection.execute(statements);
      run?.(connection);
      connection.run(putMeta, { key: `migration:${version}`, value: JSON.stringify({ name, engine }) });
    }
    const newest = Math.max(...missing.map(({ version }) => version));
    const compatibleFrom = Math.max(...migrations.map((step) => step.compatibleFrom));
    connection.run(putMeta, { key: COMPATIBLE_FROM, value: String(compatibleFrom) });
    connection.execute(`pragma user_version = ${newest}; pragma application_id = ${APPLICATION_ID}`);
  });
}

/** From here on every transaction that writes is refused once a newer Rolecall has moved the schema too far. */
export function refuseOnceNewer(connection: SqliteConnection): void {
  let seen = schemaVersion(connection);
  connection.beforeEachWrite(() => {
    const present = schemaVersion(connection);
    if (present === seen) return;
    refuseNewer(connection);
    seen = present;
  });
}

/** Throws when the file is no store of this Rolecall, or one that has not been migrated yet. */
export function requireNewest(connection: SqliteConnection): void {
  refuseForeignFile(connection);
  const present = schemaVersion(connection);
  if (present >= NEWEST) return;
  throw new RolecallError({
    code: 'store_schema_too_old',
    at: { file: connection.file },
    message:
      present === 0
        ? { en: 'The file is empty.', zh: '文件是空的。' }
        : {
            en: `The store has schema ${present}, and this Rolecall needs ${NEWEST}.`,
            zh: `存储的结构版本是 ${present}，这个 Rolecall 需要 ${NEWEST}。`,
          },
    hint: {
      en: 'Run `rolecall db migrate` once; nothing was changed.',
      zh: '运行一次 `rolecall db migrate`；没有改变任何内容。',
    },
  });
}

function refuseNewer(connection: SqliteConnection): void {
  const present = schemaVersion(connection);
  if (present <= NEWEST || compatibleFrom(connection, present) <= NEWEST) return;
  throw new RolecallError({
    code: 'store_schema_too_new',
    at: { file: connection.file },
    message: {
      en: `The store has schema ${present}, beside which this Rolecall, which knows schemas up to ${NEWEST}, may not run.`,
      zh: `存储的结构版本是 ${present}，这个 Rolecall 只认识到 ${NEWEST}，不能与它一起运行。`,
    },
    hint: {
      en: 'Open it with the Rolecall that wrote it, or a newer one.',
      zh: '用写出它的 Rolecall 打开，或更新的版本。',
    },
  });
}

/** A file that does not say has been written by somebody who shared nothing. */
function compatibleFrom(connection: SqliteConnection, present: number): number {
  const isOurs = connection.pragma('application_id') === APPLICATION_ID;
  return Number((isOurs ? connection.get(selectCompatibleFrom, {})?.value : undefined) ?? present);
}

/** The schema of a file; 0 when it is empty. */
export function schemaVersion(connection: SqliteConnection): number {
  return connection.userVersion();
}
