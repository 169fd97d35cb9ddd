import { indexProjections, type Store, type StoreOptions, type StorePorts, storeClosed } from '@rolecall/journal';
import { type DatabaseOptions, PostgresDatabase } from './database.ts';
import { rebuildRows } from './entries.ts';
import { requireSchema } from './migrate.ts';
import { postgresPorts } from './ports.ts';

/** A store in a schema of a PostgreSQL database. */
export interface PostgresStoreOptions extends StoreOptions, DatabaseOptions {}

/**
 * Opens the store in a PostgreSQL database that `migratePostgres` has prepared; any number of processes on any number of
 * machines may have it open. Each transaction takes a role that owns nothing and sees only its organisation's rows.
 *
 * Throws `store_unreachable`, `store_schema_too_old` or `store_schema_too_new`, and changes nothing then.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const projections = indexProjections(options.projections);
  const database = new PostgresDatabase(options);
  try {
    await requireSchema(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const organisations = new Map<string, StorePorts>();
  let isClosed = false;
  return {
    for(organisation) {
      const present = organisations.get(organisation);
      if (present) return present;
      const { redact, keepsContact } = options;
      const ports = postgresPorts({ id: organisation, database, projections, redact, keepsContact });
      organisations.set(organisation, ports);
      return ports;
    },
    async rebuildProjections() {
      if (isClosed) throw storeClosed();
      await rebuildRows(database, projections);
    },
    async close() {
      isClosed = true;
      await database.close();
    },
  };
}
