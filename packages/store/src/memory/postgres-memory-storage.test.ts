import { createMemory } from '@rolecall/kernel';
import { memoryStorageContract, roundOf } from '@rolecall/kernel/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { openPostgresStore } from '../postgres/open-postgres-store.ts';
import { openMemoryAt } from './open-memory-at.ts';

const schema = `memory_${process.pid}`;
const engine = 'test@1.0.0';
let server: PostgresServer;
let client: Client;

beforeAll(async () => {
  server = await startPostgres();
  await migratePostgres({ url: server.url, schema, engine });
  client = new Client({ connectionString: server.url });
  await client.connect();
});
afterAll(async () => {
  await client.query(`drop schema ${schema} cascade`);
  await client.end();
  await server.stop();
});

const open = () => openMemoryAt({ kind: 'postgres', url: server.url, schema }, engine);

memoryStorageContract('the PostgreSQL storage', async () => {
  await client.query(`truncate ${schema}.memories, ${schema}.memory_scopes`);
  return open();
});

it('memories go with their contact, also for a memory that is open elsewhere', async () => {
  const store = await openPostgresStore({ url: server.url, schema, projections: [], engine });
  onTestFinished(() => store.close());
  const memories = await open();
  onTestFinished(() => memories.close());
  const ports = store.for('org-1');
  const { id } = await ports.upsertContact({ externalId: 'x', level: 'verified', at: '2026-05-01T00:00:00Z' });
  const memory = createMemory({
    storage: memories.for('org-1'),
    scope: { kind: 'contact', id },
    clock: { now: () => Date.parse('2026-05-31T12:00:00Z') },
    timeZone: 'UTC',
  });
  await memory.remember(roundOf('电话 555-0100', { round: 'r1' }));
  expect((await memory.search({ query: '电话' })).hits).toHaveLength(1);

  expect(await ports.deleteContact(id, '2026-05-02T00:00:00Z')).toEqual({ status: 'deleted' });
  expect((await memory.search({ query: '电话' })).hits).toEqual([]);
  expect(await memory.list({ withDeleted: true })).toEqual([]);
  await expect(memory.remember(roundOf('晚到的', { round: 'r2' }))).rejects.toMatchObject({
    code: 'memory_scope_closed',
  });
  expect(await memory.list({ withDeleted: true })).toEqual([]);
});
