import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Projection, Store } from '@rolecall/journal';
import { createMemory } from '@rolecall/kernel';
import { roundOf } from '@rolecall/kernel/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { migrateStore, storeStatus } from '../maintain-store.ts';
import { openMemoryAt } from '../memory/open-memory-at.ts';
import { openStoreAt, type StoreLocation } from '../store-location.ts';
import { exportStore } from './export-store.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';
import { importStore } from './import-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-transfer-'));
const at = '2026-03-02T08:00:00.000Z';
const options = { engine: 'test@1.0.0' };
let server: PostgresServer;
let count = 0;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rows: Projection = {
  name: 'test.rows',
  kinds: ['test.note'],
  apply: (entry) => [{ op: 'put', table: 'notes', key: `${entry.sequence}`, scope: 'all', value: entry.data }],
};

async function emptyStore(kind: StoreLocation['kind']): Promise<StoreLocation> {
  const name = `transfer_${++count}`;
  const location: StoreLocation =
    kind === 'sqlite' ? { kind, file: join(folder, `${name}.db`) } : { kind, url: server.url, schema: name };
  expect((await storeStatus(location)).schema).toBe(0);
  await migrateStore(location, options.engine);
  return location;
}

const LARGE = '大'.repeat(350_000);

/**
 * Two organisations that have lived: texts in two scripts, evidence, also such as is kept apart, memories, timers, keys, waiting
 * messages, dead letters, a contact that was deleted.
 */
async function fill(store: Store, location: StoreLocation): Promise<void> {
  const memories = await openMemoryAt(location, options.engine);
  for (const organisation of ['org-2', 'org-1']) {
    const ports = store.for(organisation);
    const { id: gone } = await ports.upsertContact({ externalId: 'gone', level: 'verified', at });
    const left = await ports.accept({
      conversation: { contact: gone, employee: 'employee-1', channel: 'page' },
      kind: 'message',
      data: { text: 'left behind' },
      at,
    });
    if (left.status !== 'accepted') throw new Error(left.status);
    expect(await ports.deleteContact(gone, at)).toEqual({ status: 'deleted' });
    for (const externalId of ['顾客', 'e"1']) {
      const { id: contact } = await ports.upsertContact({ externalId, level: 'verified', displayName: '小王', at });
      const party = { contact, employee: 'employee-1', channel: 'page' };
      const accepted = await ports.accept({ conversation: party, kind: 'message', data: { text: 'a\u0000b' }, at });
      if (accepted.status !== 'accepted') throw new Error(accepted.status);
      const { conversation, item } = accepted;
      const lease = await ports.acquireLease(conversation, 'w', 3_600_000, at);
      const entry = (sequence: number) => ({
        conversation,
        sequence,
        at,
        kind: 'test.note',
        kindVersion: 1,
        engine: 'test@1.0.0',
        data: { text: `订单 ${sequence}`, deep: { list: [1, null, 'x'] }, ...(sequence === 7 ? { large: LARGE } : {}) },
        personal: ['text', 'large'],
        apart: ['large'],
      });
      await ports.commit({
        conversation,
        expectedSequence: 0,
        fence: lease?.fence ?? 0,
        at,
        entries: Array.from({ length: 1_100 }, (_, index) => entry(index + 1)),
        consume: [item],
        reserve: [{ base: `base-${externalId}`, intent: 1, operation: 'op' }],
        raise: [{ counter: 'counter', operation: conversation, max: 9, withinMs: 1_000 }],
        outbox: [{ kind: 'reply', data: { text: '好的' }, to: 'channel:page' }],
        timers: [{ op: 'set', id: 't', dueAt: at, data: {} }],
      });
      await ports.accept({ conversation, kind: 'message', data: { text: 'later' }, at, idempotencyKey: 'k' });
      const aside = await ports.accept({ conversation, kind: 'message', data: { text: 'never' }, at });
      if (aside.status === 'accepted') await ports.setAside(aside.item, 'it broke', at);
      for (const delivery of await ports.claimDeliveries({ at, until: at, limit: 9 }))
        await ports.settleDelivery(delivery, { state: 'dead', error: 'nobody listens' }, at);
      const head = { conversation, fence: lease?.fence ?? 0, at, sequence: 1_000, version: 1 };
      expect(await ports.writeCheckpoint({ ...head, state: { text: '到这里' } })).toBe(true);
      const memory = createMemory({
        storage: memories.for(organisation),
        scope: { kind: 'contact', id: contact },
        clock: { now: () => Date.parse(at) },
        timeZone: 'UTC',
      });
      await memory.remember(roundOf('喜欢靠窗的位置', { round: 'r1' }));
    }
    await ports.putDocument('sha256:1', { organisation });
    await ports.recordFact('release', { hash: 'sha256:1' }, at);
  }
  await memories.close();
}

/** What a store answers of an organisation's conversations, memories and letters. */
async function answersOf(store: Store, location: StoreLocation, organisation: string) {
  const ports = store.for(organisation);
  const memories = await openMemoryAt(location, options.engine);
  try {
    const conversations = await ports.conversations();
    return {
      conversations,
      facts: await ports.facts(),
      rows: await ports.rows('notes', 'all'),
      letters: [await ports.setAsideItems(), await ports.deliveries()],
      each: await Promise.all(
        conversations.map(async ({ id, contact }) => ({
          entries: await ports.entries(id),
          inbox: await ports.inbox(id),
          outbox: await ports.outbox(id),
          large: await ports.readApart(id, 7, 'large'),
          checkpoint: await ports.checkpoint(id),
          contact: await ports.contact(contact),
          memories: await memories.for(organisation).byRounds({ kind: 'contact', id: contact }, ['r1']),
        })),
      ),
    };
  } finally {
    await memories.close();
  }
}

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('an export from %s', (from, to) => {
  it(`comes whole into ${to}, shown by the hashes of both, and the work goes on there`, async () => {
    const source = await emptyStore(from);
    const target = await emptyStore(to);
    const before = await openStoreAt(source, { ...options, projections: [rows] });
    await fill(before, source);
    const file = join(folder, `${from}.jsonl`);
    const exported = await exportStore(source, file);

    const imported = await importStore(target, file);

    expect(imported).toEqual(exported);
    expect(Object.keys(exported.tables)).toEqual(EXPORTED_TABLES.map(({ name }) => name));
    expect(exported.tables.entries?.rows).toBe(4_400);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const after = await openStoreAt(target, { ...options, projections: [rows] });
    for (const organisation of ['org-1', 'org-2']) {
      const answers = await answersOf(after, target, organisation);
      expect(answers).toEqual(await answersOf(before, source, organisation));
      expect(answers.each.filter(({ large }) => large === LARGE)).toHaveLength(2);
      expect(answers.each.filter((each) => each.memories.length === 1)).toHaveLength(2);
      expect(answers.letters.map((letters) => letters.length)).toEqual([2, 2]);
      const now = after.for(organisation);
      for (const { id, sequence } of answers.conversations.filter((each) => each.sequence > 0)) {
        const lease = await now.acquireLease(id, 'other', 1_000, '2026-03-03T08:00:00.000Z');
        expect(lease?.fence).toBe(2);
        expect(sequence).toBe(1_100);
        const accepted = await now.accept({ conversation: id, kind: 'settlement', data: {}, at });
        expect(accepted).toMatchObject({ status: 'accepted', position: 4 });
      }
    }
    await after.rebuildProjections();
    expect(await after.for('org-1').rows('notes', 'all')).toEqual(await before.for('org-1').rows('notes', 'all'));
    await before.close();
    await after.close();
  });

  it(`that was cut, changed or is none is refused by ${to}, and nothing is kept`, async () => {
    const source = await emptyStore(from);
    const store = await openStoreAt(source, { ...options, projections: [] });
    await store.for('org-1').recordFact('k', { amount: 1 }, at);
    await store.close();
    const file = join(folder, `${from}-broken.jsonl`);
    await exportStore(source, file);
    const whole = readFileSync(file, 'utf8');
    const target = await emptyStore(to);

    const lines = whole.trimEnd().split('\n');
    for (const [text, code] of [
      [`${lines.slice(0, -1).join('\n')}\n`, 'export_incomplete'],
      [whole.replace('\\"amount\\":1', '\\"amount\\":2'), 'export_incomplete'],
      [whole.slice(0, -5), 'export_malformed'],
      ['{"format":"other"}\n', 'export_malformed'],
      [whole.replace('"facts"', '"fakes"'), 'export_malformed'],
      [`${lines[0]}\n["org-1","fakes"]\n`, 'export_malformed'],
      [`${lines[0]}\nnull\n`, 'export_malformed'],
      ['', 'export_incomplete'],
    ] as const) {
      expect(text).not.toBe(whole);
      writeFileSync(file, text);
      await expect(importStore(target, file)).rejects.toMatchObject({ code });
    }
    for (const path of [join(folder, 'no-such.jsonl'), folder])
      await expect(importStore(target, path)).rejects.toMatchObject({ code: 'export_unreadable', at: { file: path } });
    for (const path of [join(folder, 'no-such', 'x.jsonl'), folder])
      await expect(exportStore(source, path)).rejects.toMatchObject({ code: 'export_not_written', at: { file: path } });
    writeFileSync(file, whole);
    expect((await importStore(target, file)).tables.facts?.rows).toBe(1);
    await expect(importStore(target, file)).rejects.toMatchObject({ code: 'store_not_empty' });
  });

  it(`whose characters were changed anywhere is refused by ${to} before it is touched`, async () => {
    const source = await emptyStore(from);
    const store = await openStoreAt(source, { ...options, projections: [rows] });
    const ports = store.for('org-1');
    await ports.upsertContact({ externalId: 'e', level: 'verified', at });
    await ports.recordFact('k', { amount: 1 }, at);
    await store.close();
    const file = join(folder, `${from}-changed.jsonl`);
    await exportStore(source, file);
    const whole = readFileSync(file, 'utf8');
    const target = await emptyStore(to);
    const change = fc.record({ at: fc.nat(whole.length - 2), length: fc.nat(3), put: fc.string({ maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(change, async ({ at: place, length, put }) => {
        const changed = whole.slice(0, place) + put + whole.slice(place + length);
        fc.pre(changed.trimEnd() !== whole.trimEnd());
        writeFileSync(file, changed);
        await expect(importStore(target, file)).rejects.toMatchObject({
          code: expect.stringMatching(/^export_(malformed|incomplete)$/),
        });
      }),
      { numRuns: 60 },
    );
    writeFileSync(file, whole);
    expect((await importStore(target, file)).tables.facts?.rows).toBe(1);
  });
});

describe('what is exported', () => {
  it.each(['sqlite', 'postgres'] as const)('is every column of every table of an organisation, on %s', async (kind) => {
    const location = await emptyStore(kind);
    const columns =
      location.kind === 'sqlite' ? sqliteColumns(location.file) : await postgresColumns(location.schema ?? '');
    const exported = EXPORTED_TABLES.map((table) => [table.name, ['organisation', ...table.columns].sort()]);
    expect(columns).toEqual(Object.fromEntries(exported));
  });
});

/** Table → its columns, of the tables that hold rows of an organisation. */
function sqliteColumns(file: string): Record<string, string[]> {
  const database = new DatabaseSync(file);
  const found = database
    .prepare(
      "select m.name as name, c.name as col from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and m.name <> 'meta'",
    )
    .all();
  database.close();
  return ofOrganisations(found as { name: string; col: string }[]);
}

async function postgresColumns(schema: string): Promise<Record<string, string[]>> {
  const client = await connectTo(server.url);
  const { rows: found } = await client.query(
    'select table_name as name, column_name as col from information_schema.columns where table_schema = $1',
    [schema],
  );
  await client.end();
  return ofOrganisations(found);
}

function ofOrganisations(found: readonly { readonly name: string; readonly col: string }[]): Record<string, string[]> {
  const columns: Record<string, string[]> = {};
  for (const { name, col } of found) columns[name] = [...(columns[name] ?? []), col].sort();
  return Object.fromEntries(Object.entries(columns).filter(([, names]) => names.includes('organisation')));
}
