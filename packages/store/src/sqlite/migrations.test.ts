import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newContactKey, type Projection } from '@rolecall/journal';
import { afterAll, describe, expect, it } from 'vitest';
import { migrateStore, storeStatus } from '../maintain-store.ts';
import { MIGRATIONS } from './migrations.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-migrations-'));
const at = '2026-03-02T08:00:00.000Z';
const CANARY = '13800138000';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows: Projection = {
  name: 'test.rows',
  kinds: ['test.note'],
  apply: (entry) => [{ op: 'put', table: 'notes', key: entry.conversation, value: entry.data.text ?? null }],
};

/** A file as the first schema left it: personal values as they are, rows that say nothing of their conversation. */
function firstSchemaFile(name: string): string {
  const file = join(folder, name);
  const database = new DatabaseSync(file);
  database.exec(MIGRATIONS[0]?.statements ?? '');
  database.exec('pragma user_version = 1; pragma application_id = 0x726c636c');
  const insert = (table: string, ...values: (string | number | null)[]) =>
    database.prepare(`insert into ${table} values (${values.map(() => '?').join(', ')})`).run(...values);
  insert('contacts', 'org-1', 'contact_1', 'e', 'verified', null, at);
  insert('contact_keys', 'org-1', 'contact_1', newContactKey());
  insert('conversations', 'org-1', 'conv_1', 1, 'contact_1', 'employee-1', 'page', 1, 1, null, 1);
  const evidence = [{ field: 'text', ref: 'ev_1', hash: 'hmac-sha256:0', type: 'string', length: 13 }];
  insert(
    'entries',
    ...(['org-1', 'conv_1', 1, 1, at, null, null, 'test.note', 1, null, null, 'engine@1'] as const),
    JSON.stringify({ text: { $evidence: 'ev_1' } }),
    JSON.stringify(evidence),
  );
  insert('evidence', 'org-1', 'contact_1', 'ev_1', JSON.stringify(CANARY));
  insert(
    'inbox',
    ...([
      'org-1',
      'in_1',
      1,
      'conv_1',
      1,
      'message',
      JSON.stringify({ text: CANARY }),
      'sha256:0',
      null,
      at,
      0,
    ] as const),
  );
  insert('outbox', 'org-1', 'conv_1', 1, 0, 'reply', JSON.stringify({ text: CANARY }), at);
  insert('projected_rows', 'org-1', 'notes', 'conv_1', null, JSON.stringify(CANARY));
  database.close();
  return file;
}

describe('a store of an earlier schema', () => {
  it('is brought up when it is opened: values are encrypted, and rows know their conversation', async () => {
    const file = firstSchemaFile('opened.db');
    const store = await openSqliteStore({ file, projections: [rows], engine: 'test@2.0.0' });
    const ports = store.for('org-1');

    expect((await ports.entries('conv_1'))[0]?.data).toEqual({ text: CANARY });
    expect(await ports.row('notes', 'conv_1')).toBe(CANARY);
    expect((await ports.inbox('conv_1'))[0]?.data).toEqual({ text: CANARY });
    expect((await ports.outbox('conv_1'))[0]?.data).toEqual({ text: CANARY });
    const raw = new DatabaseSync(file);
    for (const table of ['inbox', 'outbox']) {
      expect(raw.prepare(`select data from ${table}`).get()).toEqual({ data: expect.stringMatching(/^aes-256-gcm:/) });
    }
    raw.close();
    expect(await ports.deleteContact('contact_1', at)).toEqual({ status: 'deleted' });
    expect(await ports.row('notes', 'conv_1')).toBeUndefined();
    await store.close();
    expect(readFileSync(file).includes(CANARY)).toBe(false);
  });

  it('keeps its rows when it is migrated by itself, and folds them again at the next opening', async () => {
    const file = firstSchemaFile('migrated.db');
    const location = { kind: 'sqlite', file } as const;
    expect(await storeStatus(location)).toMatchObject({ schema: 1, newest: MIGRATIONS.length });

    expect(await migrateStore(location, 'test@2.0.0')).toEqual({ from: 1, to: MIGRATIONS.length });
    expect(await migrateStore(location, 'test@2.0.0')).toEqual({ from: MIGRATIONS.length, to: MIGRATIONS.length });

    const store = await openSqliteStore({ file, projections: [rows], engine: 'test@2.0.0' });
    expect(await store.for('org-1').row('notes', 'conv_1')).toBe(CANARY);
    await store.close();
    const database = new DatabaseSync(file);
    expect(database.prepare('select conversation from projected_rows').get()).toEqual({ conversation: 'conv_1' });
    expect(database.prepare("select 1 from meta where key = 'rebuild_pending'").get()).toBeUndefined();
    database.close();
  });
});
