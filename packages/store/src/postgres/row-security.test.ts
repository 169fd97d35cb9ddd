import type { Projection, Store, StorePorts } from '@rolecall/journal';
import { createMemory } from '@rolecall/kernel';
import { roundOf } from '@rolecall/kernel/testing';
import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { openMemoryAt } from '../memory/open-memory-at.ts';
import type { StoredMemories } from '../memory/open-sqlite-memory.ts';
import { migratePostgres } from './migrate.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const at = '2026-03-02T08:00:00.000Z';
const SCHEMA = 'row_security';
const ORGANISATIONS = ['a', 'b', "o'c", 'a%'] as const;
let server: PostgresServer;
let store: Store;
let memories: StoredMemories;
let client: Client;
let tables: string[] = [];

const rowPerEntry: Projection = {
  name: 'test.rows',
  kinds: ['test.note'],
  apply: (entry) => [{ op: 'put', table: 'notes', key: 'shared', scope: 'shared', value: entry.data.text ?? null }],
};

beforeAll(async () => {
  server = await startPostgres();
  const database = { url: server.url, schema: SCHEMA };
  await migratePostgres({ ...database, engine: 'test@1.0.0' });
  store = await openPostgresStore({ ...database, projections: [rowPerEntry], engine: 'test@1.0.0' });
  memories = await openMemoryAt({ kind: 'postgres', ...database }, 'test@1.0.0');
  client = new Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query(
    'select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace ' +
      "where n.nspname = $1 and c.relkind = 'r' and c.relname not in ('meta', 'organisations')",
    [SCHEMA],
  );
  tables = rows.map((row: { name: string }) => row.name);
});
afterAll(async () => {
  await client.end();
  await store.close();
  await memories.close();
  await server.stop();
});

/** Everything that leaves a row in every table. */
async function live(ports: StorePorts, organisation: string, index: number): Promise<void> {
  const { id: contact } = await ports.upsertContact({ externalId: `e${index}`, level: 'verified', at });
  const accepted = await ports.accept({
    conversation: { contact, employee: 'employee-1', channel: `channel-${index}` },
    kind: 'message',
    data: { text: organisation },
    at,
  });
  if (accepted.status !== 'accepted') return;
  const { conversation } = accepted;
  const lease = await ports.acquireLease(conversation, 'writer', 3_600_000, at);
  const sequence = (await ports.conversation(conversation))?.sequence ?? 0;
  await ports.commit({
    conversation,
    expectedSequence: sequence,
    fence: lease?.fence ?? 0,
    at,
    entries: [
      {
        conversation,
        sequence: sequence + 1,
        at,
        kind: 'test.note',
        kindVersion: 1,
        engine: 'test@1.0.0',
        data: { text: organisation },
        personal: ['text'],
      },
    ],
    reserve: [{ base: `base-${index}`, intent: sequence + 1, operation: organisation }],
    raise: [{ counter: 'counter', operation: `${conversation}-${sequence}`, max: 1_000, withinMs: 1_000 }],
    outbox: [{ kind: 'reply', data: { text: organisation }, to: 'channel:page' }],
    timers: [{ op: 'set', id: `t${sequence}`, dueAt: at, data: {} }],
  });
  const head = { conversation, fence: lease?.fence ?? 0, at, sequence: sequence + 1, version: 1 };
  await ports.writeCheckpoint({ ...head, state: organisation });
  await ports.putDocument('sha256:1', organisation);
  await ports.recordFact('k', { organisation }, at);
  const memory = createMemory({
    storage: memories.for(organisation),
    scope: { kind: 'contact', id: 'shared' },
    clock: { now: () => Date.parse(at) },
    timeZone: 'UTC',
  });
  await memory.remember(roundOf(organisation, { round: `r${index}` }));
}

/** Runs statements the way the store does and undoes them. */
async function as<Row>(organisation: string | undefined, statement: string): Promise<Row[]> {
  await client.query(`begin; set local role rolecall_app; set local search_path to ${SCHEMA}`);
  try {
    if (organisation !== undefined)
      await client.query("select set_config('rolecall.organisation', $1, true)", [organisation]);
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.query('rollback');
  }
}

describe('row-level security', () => {
  it('is forced on every table, and the role of the transactions owns none and bypasses nothing', async () => {
    const { rows } = await client.query(
      'select c.relname, c.relrowsecurity as is_on, c.relforcerowsecurity as is_forced, r.rolname as owner ' +
        'from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.oid = c.relowner ' +
        'where n.nspname = $1 and c.relname = any($2)',
      [SCHEMA, tables],
    );
    expect(rows.length).toBe(18);
    for (const row of rows) {
      expect(row).toMatchObject({ is_on: true, is_forced: true });
      expect(row.owner).not.toBe('rolecall_app');
    }
    const { rows: roles } = await client.query(
      "select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = 'rolecall_app'",
    );
    expect(roles).toEqual([{ rolsuper: false, rolbypassrls: false, rolcanlogin: false }]);
  });

  it('lets no statement of one organisation read, change or make a row of another, whatever was written', async () => {
    const step = fc.record({ organisation: fc.constantFrom(...ORGANISATIONS), index: fc.nat({ max: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        for (const { organisation, index } of steps) await live(store.for(organisation), organisation, index);
        const all = tables.map((table) => `select organisation from ${table}`).join(' union all ');
        const deletions = tables.map((table, index) => `d${index} as (delete from ${table} returning organisation)`);
        const deleted = tables.map((_, index) => `select organisation from d${index}`).join(' union all ');
        for (const organisation of ORGANISATIONS) {
          const seen = await as<{ organisation: string }>(organisation, all);
          expect(seen.every((row) => row.organisation === organisation)).toBe(true);
          const removed = await as(organisation, `with ${deletions.join(', ')} ${deleted}`);
          expect(removed.length).toBe(seen.length);
        }
        expect(await as(undefined, all)).toEqual([]);
        expect(await as('', all)).toEqual([]);
      }),
      { numRuns: 5 },
    );
    await live(store.for('a'), 'a', 0);
    for (const table of tables) {
      expect((await as('a', `select 1 from ${table} limit 1`)).length, table).toBe(1);
      await expect(as('a', `update ${table} set organisation = 'b'`)).rejects.toMatchObject({ code: '42501' });
    }
    await expect(as('a', "insert into documents values ('b', 'h', '1')")).rejects.toMatchObject({ code: '42501' });
    await expect(as('a', 'select * from organisations')).rejects.toMatchObject({ code: '42501' });
  });

  it('gives each organisation its own under the same keys', async () => {
    for (const organisation of ORGANISATIONS) await live(store.for(organisation), organisation, 0);
    for (const organisation of ORGANISATIONS) {
      const ports = store.for(organisation);
      expect(await ports.row('notes', 'shared')).toBe(organisation);
      expect(await ports.document('sha256:1')).toBe(organisation);
      expect((await ports.ledger('base-0'))?.operation).toBe(organisation);
      const own = new Set((await ports.facts()).map((fact) => fact.data.organisation));
      expect([...own]).toEqual([organisation]);
    }
  });
});
