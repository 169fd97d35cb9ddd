import { storeContract } from '@rolecall/journal/testing';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { migratePostgres } from './migrate.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const schema = `contract_${process.pid}`;
let server: PostgresServer;
let client: Client;
let emptyAll: string;

beforeAll(async () => {
  server = await startPostgres();
  await migratePostgres({ url: server.url, schema, engine: 'contract@1.0.0' });
  client = new Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query(
    "select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname = $1 and tablename <> 'meta'",
    [schema],
  );
  emptyAll = `truncate ${rows.map(({ name }: { name: string }) => name).join(', ')}`;
});
afterAll(async () => {
  await client.query(`drop schema ${schema} cascade`);
  await client.end();
  await server.stop();
});

storeContract('the PostgreSQL store', async (options) => {
  await client.query(emptyAll);
  return openPostgresStore({ ...options, url: server.url, schema });
});
