import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Projection, Store } from '@rolecall/journal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { migrateStore, storeStatus } from '../maintain-store.ts';
import { openStoreAt, type StoreLocation } from '../store-location.ts';
import { exportStore } from './export-store.ts';
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

/** Two organisations that have lived a little: texts in two scripts, evidence, timers, keys, waiting messages. */
async function fill(store: Store): Promise<void> {
  for (const organisation of ['org-2', 'org-1']) {
    const ports = store.for(organisation);
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
        data: { text: `订单 ${sequence}`, deep: { list: [1, null, 'x'] } },
        personal: ['text'],
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
        outbox: [{ kind: 'reply', data: { text: '好的' } }],
        timers: [{ op: 'set', id: 't', dueAt: at, data: {} }],
      });
      await ports.accept({ conversation, kind: 'message', data: { text: 'later' }, at, idempotencyKey: 'k' });
    }
    await ports.putDocument('sha256:1', { organisation });
    await ports.recordFact('release', { hash: 'sha256:1' }, at);
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
    await fill(before);
    const file = join(folder, `${from}.jsonl`);
    const exported = await exportStore(source, file);

    const imported = await importStore(target, file);

    expect(imported).toEqual(exported);
    expect(Object.keys(exported.tables)).toHaveLength(14);
    expect(exported.tables.entries?.rows).toBe(4_400);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const after = await openStoreAt(target, { ...options, projections: [rows] });
    for (const organisation of ['org-1', 'org-2']) {
      const [old, now] = [before.for(organisation), after.for(organisation)];
      const conversations = await old.conversations();
      expect(await now.conversations()).toEqual(conversations);
      for (const { id } of conversations) {
        expect(await now.entries(id)).toEqual(await old.entries(id));
        expect(await now.inbox(id)).toEqual(await old.inbox(id));
        expect(await now.outbox(id)).toEqual(await old.outbox(id));
        const lease = await now.acquireLease(id, 'other', 1_000, '2026-03-03T08:00:00.000Z');
        expect(lease?.fence).toBe(2);
        const accepted = await now.accept({ conversation: id, kind: 'settlement', data: {}, at });
        expect(accepted).toMatchObject({ status: 'accepted', position: 3 });
      }
      expect(await now.facts()).toEqual(await old.facts());
      expect(await now.rows('notes', 'all')).toEqual(await old.rows('notes', 'all'));
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
    ] as const) {
      expect(text).not.toBe(whole);
      writeFileSync(file, text);
      await expect(importStore(target, file)).rejects.toMatchObject({ code });
    }
    writeFileSync(file, whole);
    expect((await importStore(target, file)).tables.facts?.rows).toBe(1);
    await expect(importStore(target, file)).rejects.toMatchObject({ code: 'store_not_empty' });
  });
});
