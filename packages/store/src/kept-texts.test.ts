import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createMemory, type Embedder } from '@rolecall/kernel';
import { roundOf } from '@rolecall/kernel/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts';
import { openMemoryAt } from './memory/open-memory-at.ts';
import { migratePostgres } from './postgres/migrate.ts';
import { openStoreAt, type StoreLocation } from './store-location.ts';

const CANARY = '13800138000';
const at = '2026-03-02T08:00:00.000Z';
const engine = 'test@1.0.0';
const schema = `kept_${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'rolecall-kept-'));
const file = join(folder, 'store.db');
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
  rmSync(folder, { recursive: true });
});

const TABLES = ['inbox', 'outbox', 'memories', 'evidence', 'entries', 'timers', 'deliveries'];

interface Kept {
  readonly location: () => StoreLocation;
  /** Everything that stands in the tables that may hold a contact's words. */
  readonly raw: () => Promise<string>;
  readonly run: (statement: string) => Promise<unknown>;
}

const sqlite: Kept = {
  location: () => ({ kind: 'sqlite', file }),
  async raw() {
    const database = new DatabaseSync(file);
    const rows = TABLES.map((table) => database.prepare(`select * from ${table}`).all());
    database.close();
    return JSON.stringify(rows);
  },
  async run(statement) {
    const database = new DatabaseSync(file);
    database.exec(statement);
    database.close();
  },
};

const postgres: Kept = {
  location: () => ({ kind: 'postgres', url: server.url, schema }),
  async raw() {
    const rows = [];
    for (const table of TABLES) rows.push((await client.query(`select * from ${schema}.${table}`)).rows);
    return JSON.stringify(rows);
  },
  run: (statement) => client.query(`set search_path to ${schema}; ${statement}`),
};

const embedder: Embedder = {
  id: 'test/length',
  embed: async (texts) => texts.map((text) => [text.length, 1]),
};

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const)('what a contact writes, is told, and is remembered of it, in %s', (_, { location, raw, run }) => {
  it('stands nowhere as it is, is read as it was, and is gone with the contact', async () => {
    const store = await openStoreAt(location(), { projections: [], engine });
    const memories = await openMemoryAt(location(), engine);
    const ports = store.for('org-1');
    const contact = await ports.upsertContact({ externalId: 'e', level: 'verified', at });
    const party = { contact: contact.id, employee: 'ada', channel: 'page' };
    const draft = { conversation: party, kind: 'message', data: { text: CANARY }, at, idempotencyKey: 'k1' } as const;
    const accepted = await ports.accept(draft);
    if (accepted.status !== 'accepted') throw new Error(accepted.status);
    const { conversation } = accepted;
    const lease = await ports.acquireLease(conversation, 'w', 10_000, at);
    if (!lease) throw new Error('no lease');
    const entry = { conversation, sequence: 1, at, kind: 'test.note', kindVersion: 1, engine, data: {} };
    const { fence } = lease;
    await ports.commit({
      ...{ conversation, expectedSequence: 0, fence, at, entries: [entry] },
      outbox: [{ kind: 'reply', data: { text: `again ${CANARY}` }, to: 'channel:page' }],
    });
    await ports.setAside(accepted.item, 'it broke', at);
    const memory = createMemory({
      storage: memories.for('org-1'),
      scope: { kind: 'contact', id: contact.id },
      clock: { now: () => Date.parse(at) },
      timeZone: 'UTC',
      embedder,
    });
    await memory.remember(roundOf(`my number is ${CANARY}`, { round: 'r1', summary: { subject: `phone:${CANARY}` } }));
    await memory.remember(roundOf(`it is still ${CANARY}`, { round: 'r2', summary: { subject: `phone:${CANARY}` } }));

    expect(await raw()).not.toContain(CANARY);

    const [aside] = await ports.setAsideItems();
    expect(aside?.data).toEqual({ text: CANARY });
    expect(await ports.decideItem(accepted.item, 'retry', at)).toBe(true);
    expect((await ports.inbox(conversation))[0]?.data).toEqual({ text: CANARY });
    expect((await ports.outbox(conversation))[0]?.data).toEqual({ text: `again ${CANARY}` });
    const until = '2026-03-02T09:00:00.000Z';
    const [delivery] = await ports.claimDeliveries({ at, until, limit: 5 });
    expect(delivery?.data).toEqual({ text: `again ${CANARY}` });
    expect(await ports.accept({ ...draft })).toMatchObject({ status: 'duplicate', item: accepted.item });
    expect(await ports.accept({ ...draft, data: { text: 'other' } })).toMatchObject({ reason: 'other_content' });
    expect((await memory.search({ query: CANARY })).hits[0]?.summary.round).toBe('r2');
    const [older] = await memories.for('org-1').byRounds({ kind: 'contact', id: contact.id }, ['r1']);
    expect(older?.summary).toMatchObject({ subject: `phone ${CANARY}`, supersededBy: expect.any(String) });

    // As an earlier schema left it.
    const before = JSON.stringify({ text: `before: ${CANARY}` });
    await run(`update inbox set data = '${before}' where id = '${accepted.item}'`);
    await run(`update outbox set data = '${before}' where conversation = '${conversation}'`);
    expect((await ports.inbox(conversation))[0]?.data).toEqual({ text: `before: ${CANARY}` });
    expect((await ports.outbox(conversation))[0]?.data).toEqual({ text: `before: ${CANARY}` });

    expect(await ports.deleteContact(contact.id, at)).toEqual({ status: 'deleted' });
    expect(await raw()).not.toContain(CANARY);
    expect(await raw()).not.toContain('aes-256-gcm:');
    expect((await ports.outbox(conversation))[0]?.data).toEqual({ $deleted: true });
    await memories.close();
    await store.close();
  });
});
