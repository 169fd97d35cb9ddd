import { existsSync } from 'node:fs';
import { migrateQueue } from './dispatch/conversation-queue.ts';
import { migratePostgres, postgresSchema } from './postgres/migrate.ts';
import { NEWEST as NEWEST_POSTGRES } from './postgres/migrations.ts';
import { SqliteConnection } from './sqlite/connection.ts';
import { refuseForeignFile, schemaVersion } from './sqlite/migrate.ts';
import { NEWEST as NEWEST_SQLITE } from './sqlite/migrations.ts';
import { openSqliteStore } from './sqlite/open-sqlite-store.ts';
import { describeLocation, type StoreLocation } from './store-location.ts';

/** What stands at a location. */
export interface StoreStatus {
  readonly kind: StoreLocation['kind'];
  /** Without the password. */
  readonly at: string;
  /** 0 when there is nothing yet. */
  readonly schema: number;
  /** What this Rolecall writes. */
  readonly newest: number;
}

/** The schema of a store, without changing anything. Throws what opening it would throw, but for a schema that is too old. */
export async function storeStatus(location: StoreLocation): Promise<StoreStatus> {
  const at = describeLocation(location);
  if (location.kind === 'postgres') {
    const { version } = await postgresSchema(location);
    return { kind: 'postgres', at, schema: version, newest: NEWEST_POSTGRES };
  }
  return {
    kind: 'sqlite',
    at,
    schema: existsSync(location.file) ? sqliteSchema(location.file) : 0,
    newest: NEWEST_SQLITE,
  };
}

/** Brings the store at a location up to the newest schema, or makes it. Running it again changes nothing. */
export async function migrateStore(
  location: StoreLocation,
  engine: string,
): Promise<{ readonly from: number; readonly to: number }> {
  if (location.kind === 'postgres') {
    const migrated = await migratePostgres({ ...location, engine });
    await migrateQueue(location.url, location.schema);
    return migrated;
  }
  const { schema } = await storeStatus(location);
  // Opening a file migrates it: an embedded store has nobody who would do it otherwise.
  await (await openSqliteStore({ file: location.file, projections: [], engine })).close();
  return { from: schema, to: NEWEST_SQLITE };
}

function sqliteSchema(file: string): number {
  const connection = new SqliteConnection(file);
  try {
    refuseForeignFile(connection);
    return schemaVersion(connection);
  } finally {
    connection.close();
  }
}
