import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '@rolecall/host';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../testing/test-io.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rolecall-'));
  writeFileSync(join(dir, 'rolecall.yaml'), 'name: desk\n');
});
afterEach(() => rmSync(dir, { recursive: true }));

const db = async (...argv: readonly string[]) => {
  const io = createTestIo({ env: {} });
  const code = await runCli(['db', ...argv, '--workspace', dir], io);
  return { code, told: [...io.outLines, ...io.errLines].join('\n') };
};

test('status asks for the migration, and migrate makes it, once', async () => {
  expect(await db('status')).toMatchObject({ code: 1, told: expect.stringContaining('db migrate') });
  expect(await db('migrate')).toMatchObject({ code: 0, told: expect.stringContaining('0 →') });
  expect(await db('migrate')).toMatchObject({ code: 0, told: expect.stringContaining('nothing to do') });
  expect(await db('status')).toMatchObject({ code: 0 });
});

test('an export comes whole into another workspace', async () => {
  const workspace = await openWorkspace(dir, { work: false });
  const contact = await workspace.contact({ externalId: 'customer-1', level: 'verified' });
  await workspace.close();
  const file = join(dir, 'whole.jsonl');
  const exported = await db('export', file, '--json');
  rmSync(join(dir, '.rolecall'), { recursive: true });
  await db('migrate');

  const imported = await db('import', file, '--json');

  expect(imported).toEqual(exported);
  expect(JSON.parse(imported.told).tables.contacts.rows).toBe(1);
  const again = await openWorkspace(dir, { work: false });
  expect(await again.store.contactByExternalId('customer-1')).toEqual(contact);
  await again.close();
  expect(await db('import', file)).toMatchObject({ code: 1, told: expect.stringContaining('store_not_empty') });
  expect(readFileSync(file, 'utf8')).toContain('customer-1');
});

test('a database of which the URL is not set is named, and nothing is opened', async () => {
  writeFileSync(join(dir, 'rolecall.yaml'), 'name: desk\ndatabase: { url_env: NOT_SET }\n');
  expect(await db('status')).toMatchObject({ code: 1, told: expect.stringContaining('database_url_missing') });
});

test('retain says what it would forget and what it has forgotten', async () => {
  writeFileSync(join(dir, 'rolecall.yaml'), 'name: desk\nlanguage: en\nretention: { journal: 365d }\n');
  const nothing = { conversations: 0, entries: 0, evidence: 0, memories: 0, kept: [] };
  expect(JSON.parse((await db('retain', '--dry-run', '--json')).told)).toEqual({ dryRun: true, ...nothing });
  expect(JSON.parse((await db('retain', '--json')).told)).toEqual({ dryRun: false, ...nothing });
  expect(await db('retain', '--dry-run')).toMatchObject({ code: 0, told: expect.stringContaining('0') });
});

test('seal says how much it has encrypted, of a store without anything clear nothing', async () => {
  writeFileSync(join(dir, 'rolecall.yaml'), 'name: desk\nlanguage: en\n');
  await db('migrate');
  expect(JSON.parse((await db('seal', '--json')).told)).toEqual({ inbox: 0, outbox: 0, memories: 0 });
  expect(await db('seal')).toMatchObject({
    code: 0,
    told: 'Encrypted: 0 rows of inbox, 0 rows of outbox, 0 rows of memories.',
  });
});
