import { existsSync } from 'node:fs';
import { RolecallError } from '@rolecall/base';
import type { MemoryStorage } from '@rolecall/kernel';
import { SqliteConnection } from '../sqlite/connection.ts';
import { refuseForeignFile } from '../sqlite/migrate.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { query, tables } from '../sqlite/query.ts';
import { MEMORY_SCHEMA } from './memory-tables.ts';
import { sqliteMemoryStorage } from './sqlite-memory-storage.ts';

export interface SqliteMemoryOptions {
  /** The file of the store. Made if it is not there. */
  readonly file: string;
  readonly engine: string;
}

/** The memories of all organisations in one file. */
export interface SqliteMemories {
  for(organisation: string): MemoryStorage;
  close(): Promise<void>;
}

const SCHEMA_KEY = 'memory_schema';

const selectSchema = query((args: { key: string }) =>
  tables.selectFrom('meta').select('value').where('organisation', '=', '').where('key', '=', args.key),
);

const putSchema = query((args: { key: string; value: string }) =>
  tables
    .insertInto('meta')
    .values({ organisation: '', key: args.key, value: args.value })
    .onConflict((conflict) => conflict.columns(['organisation', 'key']).doUpdateSet({ value: args.value })),
);

/**
 * Opens the memories that a store's file holds, with a connection of its own; the store may be open beside it, in this
 * process and in others. Throws what opening the store throws, and `store_schema_too_new` for memories of a newer
 * Rolecall.
 */
export async function openSqliteMemory({ file, engine }: SqliteMemoryOptions): Promise<SqliteMemories> {
  await makeStore(file, engine);
  const connection = new SqliteConnection(file);
  try {
    refuseForeignFile(connection);
    connection.execute('pragma secure_delete = on');
    migrateMemory(connection, file);
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    for: (organisation) => sqliteMemoryStorage(connection, organisation),
    close: async () => connection.close(),
  };
}

/** Only a file that is not there yet: the schema of one that is there is its store's to move. */
async function makeStore(file: string, engine: string): Promise<void> {
  const isEmpty = withConnection(file, (connection) => connection.pragma('user_version') === 0);
  if (isEmpty !== false) await (await openSqliteStore({ file, projections: [], engine })).close();
}

/** Undefined when there is no file. */
function withConnection<Result>(file: string, work: (connection: SqliteConnection) => Result): Result | undefined {
  if (!existsSync(file)) return undefined;
  const connection = new SqliteConnection(file);
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

function migrateMemory(connection: SqliteConnection, file: string): void {
  connection.transaction('power', () => {
    const present = Number(connection.get(selectSchema, { key: SCHEMA_KEY })?.value ?? 0);
    if (present > MEMORY_SCHEMA.length) {
      throw new RolecallError({
        code: 'store_schema_too_new',
        at: { file },
        message: `The memories have schema ${present}, and this Rolecall knows schemas up to ${MEMORY_SCHEMA.length}.`,
        hint: 'Open the file with the Rolecall that wrote it, or a newer one.',
      });
    }
    for (const statements of MEMORY_SCHEMA.slice(present)) connection.execute(statements);
    if (present < MEMORY_SCHEMA.length)
      connection.run(putSchema, { key: SCHEMA_KEY, value: String(MEMORY_SCHEMA.length) });
  });
}
