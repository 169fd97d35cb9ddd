import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inboxContentHash, type StorePorts } from '@rolecall/journal';
import { createMemory, type Embedder } from '@rolecall/kernel';
import { roundOf } from '@rolecall/kernel/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { openMemoryAt } from '../memory/open-memory-at.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { openStoreAt, type StoreLocation } from '../store-location.ts';
import { sealStore } from './seal-store.ts';

const CANARY = '13800138000';
const at = '2026-03-02T08:00:00.000Z';
const engine = 'test@1.0.0';
const schema = `seal_${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'rolecall-seal-'));
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

interface Kept {
  readonly location: () => StoreLocation;
  readonly run: (statement: string) => Promise<unknown>;
  /** Everything that the store holds. */
  readonly everything: () => Promise<string>;
}

const sqlite: Kept = {
  location: () => ({ kind: 'sqlite', file }),
  async run(statement) {
    const database = new DatabaseSync(file);
    database.exec(statement);
    database.close();
  },
  everything: async () => readFileSync(file, 'latin1'),
};

const postgres: Kept = {
  location: () => ({ kind: 'postgres', url: server.url, schema }),
  run: (statement) => client.query(`set search_path to ${schema}; ${statement}`),
  async everything() {
    const tables = await client.query('select tablename from pg_tables where schemaname = $1', [schema]);
    const rows = [];
    for (const { tablename } of tables.rows)
      rows.push((await client.query(`select * from ${schema}.${tablename}`)).rows);
    return JSON.stringify(rows);
  },
};

const embedder: Embedder = { id: 'test/length', embed: async (texts) => texts.map((text) => [text.length, 1]) };
const MANY = 250;

const said = (contact: string, index: number) =>
  ({
    conversation: { contact, employee: 'ada', channel: 'page' },
    kind: 'message',
    data: { text: `${CANARY} ${index}` },
    at,
    idempotencyKey: `key-${index}`,
  }) as const;

/** A store with what a contact has said, was told, and is remembered of it, as it stood before any of it was encrypted. */
async function clearStore({ location, run }: Kept, organisation: string) {
  const store = await openStoreAt(location(), { projections: [], engine });
  const memories = await openMemoryAt(location(), engine);
  const ports: StorePorts = store.for(organisation);
  const { id: contact } = await ports.upsertContact({ externalId: 'e', level: 'verified', at });
  const first = await ports.accept(said(contact, 0));
  if (first.status === 'conflict') throw new Error(first.reason);
  for (let index = 1; index < MANY; index++) await ports.accept(said(contact, index));
  const { conversation } = first;
  const lease = await ports.acquireLease(conversation, 'w', 10_000, at);
  const entry = {
    conversation,
    sequence: 1,
    at,
    kind: 'n',
    kindVersion: 1,
    engine,
    data: { text: CANARY },
    personal: ['text'],
  };
  const outbox = [{ kind: 'reply', data: { text: CANARY } }];
  await ports.commit({ conversation, fence: lease!.fence, expectedSequence: 0, at, entries: [entry], outbox });
  const memory = createMemory({
    storage: memories.for(organisation),
    scope: { kind: 'contact', id: contact },
    clock: { now: () => Date.parse(at) },
    timeZone: 'UTC',
    embedder,
  });
  await memory.remember(roundOf(`number ${CANARY}`, { round: 'r1', summary: { subject: `phone:${CANARY}` } }));
  await memory.remember(roundOf(`still ${CANARY}`, { round: 'r2', summary: { subject: `phone:${CANARY}` } }));

  const own = `organisation = '${organisation}'`;
  for (const { id, position, data, kind } of await ports.inbox(conversation)) {
    const hash = inboxContentHash({ kind, data });
    expect(position).toBeGreaterThan(0);
    await run(
      `update inbox set data = '${JSON.stringify(data)}', content_hash = '${hash}' where ${own} and id = '${id}'`,
    );
  }
  await run(`update outbox set data = '${JSON.stringify({ text: CANARY })}' where ${own}`);
  for (const { summary, original, vector } of await memories
    .for(organisation)
    .byRounds({ kind: 'contact', id: contact }, ['r1', 'r2'])) {
    const { subject, type, text, verbatim, language, writtenBy } = summary;
    const json = (value: object | undefined) => JSON.stringify(value).replaceAll("'", "''");
    await run(`update memories set subject = '${subject}', summary = '${json({ type, text, verbatim, language, writtenBy })}',
      original = '${json(original)}', vector = '${json(vector)}' where ${own} and id = '${summary.id}'`);
  }
  const close = async () => {
    await memories.close();
    await store.close();
  };
  return { ports, memories: memories.for(organisation), contact, conversation, first, close };
}

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const)('a store that was written before texts were encrypted, on %s', (_, kept) => {
  it('holds nothing of them in the clear once it is sealed, and reads as before', { timeout: 120_000 }, async () => {
    const before = await clearStore(kept, 'org-1');
    const other = await clearStore(kept, 'org-2');
    await other.close();
    const { ports, memories, contact, conversation } = before;
    const read = async () => ({
      entries: await ports.entries(conversation),
      inbox: await ports.inbox(conversation),
      outbox: await ports.outbox(conversation),
      memories: await memories.byRounds({ kind: 'contact', id: contact }, ['r1', 'r2']),
    });
    const asItWas = await read();
    await before.close();
    expect(await kept.everything()).toContain(CANARY);

    // Broken off after the first page of the inbox, and taken up again.
    const stop = new Error('stop');
    const breaking = sealStore(kept.location(), (table) => {
      if (table === 'inbox') throw stop;
    });
    await expect(breaking).rejects.toBe(stop);
    const told: [string, number][] = [];
    const sealed = await sealStore(kept.location(), (table, rows) => told.push([table, rows]));

    expect(sealed).toEqual({ inbox: 2 * MANY - 200, outbox: 2, memories: 4 });
    expect(told.filter(([table]) => table === 'inbox').map(([, rows]) => rows)).toEqual([50, 250, 300]);
    expect(await kept.everything()).not.toContain(CANARY);
    expect(await sealStore(kept.location())).toEqual({ inbox: 0, outbox: 0, memories: 0 });

    const store = await openStoreAt(kept.location(), { projections: [], engine });
    const later = store.for('org-1');
    const laterMemories = await openMemoryAt(kept.location(), engine);
    expect({
      entries: await later.entries(conversation),
      inbox: await later.inbox(conversation),
      outbox: await later.outbox(conversation),
      memories: await laterMemories.for('org-1').byRounds({ kind: 'contact', id: contact }, ['r1', 'r2']),
    }).toEqual(asItWas);
    expect(await later.accept(said(contact, 7))).toMatchObject({ status: 'duplicate' });
    expect(await later.accept({ ...said(contact, 7), data: { text: 'other' } })).toMatchObject({
      reason: 'other_content',
    });
    await laterMemories.close();
    await store.close();
  });
});
