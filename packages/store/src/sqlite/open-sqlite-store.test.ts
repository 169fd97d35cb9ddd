import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from './migrations.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-open-'));
const at = '2026-03-02T08:00:00.000Z';
let files = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFile = () => join(folder, `store-${++files}.db`);
const open = (file: string) => openSqliteStore({ file, projections: [], engine: 'test@1.0.0' });

/** A store with something in it, closed again. */
async function filledFile(): Promise<string> {
  const file = newFile();
  const store = await open(file);
  const ports = store.for('org-1');
  for (let index = 0; index < 50; index++) {
    await ports.upsertContact({ externalId: `customer-${index}`, level: 'verified', at });
    await ports.putDocument(`sha256:${index}`, { text: 'x'.repeat(2_000) });
  }
  await store.close();
  return file;
}

/** Runs as a user who is not root, for root may write everything. */
async function asNobody<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('opening a store', () => {
  it('makes file and folder, readable by its owner only, and finds everything again', async () => {
    const file = join(folder, 'deep', 'er', 'store.db');
    const store = await open(file);
    const contact = await store.for('org-1').upsertContact({ externalId: 'customer-1', level: 'verified', at });
    await store.close();
    const again = await open(file);

    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await again.for('org-1').contact(contact.id)).toEqual(contact);
    await again.close();
  });

  it('marks the file and notes each step of its schema', async () => {
    const file = await filledFile();
    const database = new DatabaseSync(file);

    expect(database.prepare('pragma user_version').get()).toEqual({ user_version: MIGRATIONS.length });
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    const steps = database.prepare("select key, value from meta where key like 'migration:%' order by key").all();
    expect(steps).toEqual(
      MIGRATIONS.map(({ version, name }) => ({
        key: `migration:${version}`,
        value: JSON.stringify({ name, engine: 'test@1.0.0' }),
      })),
    );
    database.close();
  });

  it('refuses a schema that is newer than it knows, and changes nothing', async () => {
    const file = await filledFile();
    const database = new DatabaseSync(file);
    database.exec('pragma user_version = 999; create table of_tomorrow (x)');
    database.exec("update meta set value = '999' where key = 'compatible_from'");
    database.close();
    const before = readFileSync(file);

    await expect(open(file)).rejects.toMatchObject({ code: 'store_schema_too_new', at: { file } });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each([
    ['another kind of file', 'This is no database, and it is longer than the header of one.\n'.repeat(40)],
    ['a header and nothing behind it', 'SQLite format 3\u0000'],
  ])('refuses %s as corrupt, and changes nothing', async (_, content) => {
    const file = newFile();
    writeFileSync(file, content);

    await expect(open(file)).rejects.toMatchObject({ code: 'store_corrupt', at: { file } });
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('says that a store is corrupt once it meets the damage', async () => {
    const file = await filledFile();
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096);
    writeFileSync(file, bytes);

    const reading = async () => {
      const store = await open(file);
      try {
        return await store.for('org-1').document('sha256:7');
      } finally {
        await store.close();
      }
    };
    await expect(reading()).rejects.toMatchObject({ code: 'store_corrupt', at: { file } });
  });

  it('refuses the database of another program, and changes nothing', async () => {
    const file = newFile();
    const database = new DatabaseSync(file);
    database.exec('create table orders (id)');
    database.close();
    const before = readFileSync(file);

    await expect(open(file)).rejects.toMatchObject({ code: 'store_foreign_file', at: { file } });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('refuses a second organisation where only one may be', async () => {
    const file = await filledFile();
    const openFor = (organisation: string) =>
      openSqliteStore({ file, organisation, projections: [], engine: 'test@1.0.0' });

    await expect(openFor('org-2')).rejects.toMatchObject({ code: 'store_second_organisation', at: { file } });
    await (await openFor('org-1')).close();
  });

  it('refuses a path that cannot be a file', async () => {
    const file = newFile();
    writeFileSync(file, '');
    mkdirSync(`${file}.folder`);

    await expect(open(join(file, 'store.db'))).rejects.toMatchObject({ code: 'store_not_writable' });
    await expect(open(`${file}.folder`)).rejects.toMatchObject({ code: 'store_not_writable' });
  });

  it('refuses a file or a folder that this user may not write', async () => {
    const locked = await filledFile();
    chmodSync(folder, 0o755);
    chmodSync(locked, 0o444);
    await asNobody(async () => {
      await expect(open(locked)).rejects.toMatchObject({ code: 'store_not_writable', at: { file: locked } });
      await expect(open(newFile())).rejects.toMatchObject({ code: 'store_not_writable' });
    });
  });

  it('refuses a file that may be written in a folder that may not', async () => {
    const locked = join(folder, 'locked');
    const file = join(locked, 'store.db');
    await (await open(file)).close();
    chmodSync(folder, 0o755);
    chmodSync(file, 0o666);
    chmodSync(locked, 0o555);

    await asNobody(async () => {
      await expect(open(file)).rejects.toMatchObject({ code: 'store_not_writable', at: { file } });
    });
    chmodSync(locked, 0o755);
  });
});
