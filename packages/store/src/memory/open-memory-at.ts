import { PostgresDatabase } from '../postgres/database.ts';
import { requireSchema } from '../postgres/migrate.ts';
import type { StoreLocation } from '../store-location.ts';
import { forgetPostgresMemories } from './forget-memories.ts';
import { openSqliteMemory, type StoredMemories } from './open-sqlite-memory.ts';
import { postgresMemoryStorage } from './postgres-memory-storage.ts';

const CONNECTIONS = 4;

/** Opens the memories beside the store that stands at a location. Throws what opening the store throws. */
export async function openMemoryAt(location: StoreLocation, engine: string): Promise<StoredMemories> {
  if (location.kind === 'sqlite') return openSqliteMemory({ file: location.file, engine });
  const database = new PostgresDatabase({ ...location, connections: CONNECTIONS });
  try {
    await requireSchema(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    for: (organisation) => postgresMemoryStorage(database, organisation),
    forgetBefore: (organisation, before, dryRun) => forgetPostgresMemories(database, organisation, before, dryRun),
    close: () => database.close(),
  };
}
