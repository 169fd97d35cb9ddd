import { existsSync } from 'node:fs';
import type { MemoryStorage } from '@rolecall/kernel';
import { SqliteConnection } from '../sqlite/connection.ts';
import { refuseOnceNewer, requireNewest, schemaVersion } from '../sqlite/migrate.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { forgetSqliteMemories } from './forget-memories.ts';
import { sqliteMemoryStorage } from './sqlite-memory-storage.ts';

export interface SqliteMemoryOptions {
  /** The file of the store. Made if it is not there. */
  readonly file: string;
  readonly engine: string;
}

/** The memories of all organisations in one store. */
export interface StoredMemories {
  for(organisation: string): MemoryStorage;
  /** Forgets what of an organisation was remembered before a time; answers how many. A dry run only counts. */
  forgetBefore(organisation: string, before: string, dryRun: boolean): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens the memories that a store's file holds, with a connection of its own; the store may be open beside it, in this
 * process and in others. Throws what opening the store throws, and `store_schema_too_old` for a file of which the schema
 * has to be moved first, as opening the store does.
 */
export async function openSqliteMemory({ file, engine }: SqliteMemoryOptions): Promise<StoredMemories> {
  if (isEmpty(file)) await (await openSqliteStore({ file, projections: [], engine })).close();
  const connection = new SqliteConnection(file);
  try {
    requireNewest(connection);
    refuseOnceNewer(connection);
    // What is deleted is overwritten, as in the store.
    connection.execute('pragma secure_delete = on');
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    for: (organisation) => sqliteMemoryStorage(connection, organisation),
    forgetBefore: async (organisation, before, dryRun) =>
      forgetSqliteMemories(connection, organisation, before, dryRun),
    close: async () => connection.close(),
  };
}

function isEmpty(file: string): boolean {
  if (!existsSync(file)) return true;
  const connection = new SqliteConnection(file);
  try {
    return schemaVersion(connection) === 0;
  } finally {
    connection.close();
  }
}
