import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createMemory } from '@rolecall/kernel';
import { memoryStorageContract, roundOf } from '@rolecall/kernel/testing';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startProcess } from '../../test/start-process.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { openSqliteMemory } from './open-sqlite-memory.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-memory-'));
const clock = { now: () => Date.parse('2026-05-31T12:00:00Z') };
const scope = { kind: 'contact', id: 'c1' } as const;
let files = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFile = () => join(folder, `${++files}`, 'store.db');

async function openHere(file: string) {
  const memories = await openSqliteMemory({ file, engine: 'test@1.0.0' });
  onTestFinished(() => memories.close());
  return memories;
}

memoryStorageContract('the SQLite storage', () => openSqliteMemory({ file: newFile(), engine: 'test@1.0.0' }));

describe('memories in the file of a store', () => {
  it('stand beside an open store and outlive their process', async () => {
    const file = newFile();
    const store = await openSqliteStore({ file, projections: [], engine: 'test@1.0.0' });
    onTestFinished(() => store.close());
    const first = await openSqliteMemory({ file, engine: 'test@1.0.0' });
    const memory = createMemory({ storage: first.for('org-1'), scope, clock, timeZone: 'UTC' });
    await memory.remember(roundOf('周末去爬山', { round: 'r1' }));
    await first.close();

    const again = createMemory({ storage: (await openHere(file)).for('org-1'), scope, clock, timeZone: 'UTC' });
    expect((await again.search({ query: '爬山' })).hits.map(({ summary }) => summary.round)).toEqual(['r1']);
    expect(await store.for('org-1').conversations()).toEqual([]);
  });

  it('refuses the file of another program, and changes nothing in it', async () => {
    const file = join(folder, 'foreign.db');
    const database = new DatabaseSync(file);
    database.exec('create table theirs (x); pragma user_version = 1');
    database.close();

    await expect(openSqliteMemory({ file, engine: 'test@1.0.0' })).rejects.toMatchObject({
      code: 'store_foreign_file',
    });
    const tables = new DatabaseSync(file).prepare('select name from sqlite_schema').all();
    expect(tables.map(({ name }) => name)).toEqual(['theirs']);
  });

  it('go with their contact, also for a memory that is open elsewhere', async () => {
    const file = newFile();
    const store = await openSqliteStore({ file, projections: [], engine: 'test@1.0.0' });
    onTestFinished(() => store.close());
    const ports = store.for('org-1');
    const contact = await ports.upsertContact({ externalId: 'x', level: 'verified', at: '2026-05-01T00:00:00Z' });
    const storage = (await openHere(file)).for('org-1');
    const open = (id: string) => createMemory({ storage, scope: { kind: 'contact', id }, clock, timeZone: 'UTC' });
    const [own, other] = [open(contact.id), open('somebody')];
    for (const memory of [own, other]) await memory.remember(roundOf('电话 555-0100', { round: 'r1' }));
    expect((await own.search({ query: '电话' })).hits).toHaveLength(1);

    expect(await ports.deleteContact(contact.id, '2026-05-02T00:00:00Z')).toEqual({ status: 'deleted' });
    expect((await own.search({ query: '电话' })).hits).toEqual([]);
    expect(await own.list({ withDeleted: true })).toEqual([]);
    await expect(own.remember(roundOf('晚到的', { round: 'r2' }))).rejects.toMatchObject({
      code: 'memory_scope_closed',
    });
    expect(await own.list({ withDeleted: true })).toEqual([]);
    expect(await other.list()).toHaveLength(1);
  });

  it('wait for a file to be moved to the present schema by its store', async () => {
    const file = newFile();
    await (await openSqliteMemory({ file, engine: 'test@1.0.0' })).close();
    const database = new DatabaseSync(file);
    database.exec('pragma user_version = 1');
    database.close();

    await expect(openSqliteMemory({ file, engine: 'test@1.0.0' })).rejects.toMatchObject({
      code: 'store_schema_too_old',
    });
  });

  it('leaves nothing of a purged memory in the file and its log', async () => {
    const file = newFile();
    const memories = await openSqliteMemory({ file, engine: 'test@1.0.0' });
    const memory = createMemory({ storage: memories.for('org-1'), scope, clock, timeZone: 'UTC' });
    await memory.remember(roundOf('the password is swordfish', { round: 'r1' }));
    onTestFinished(() => memories.close());
    await memory.purge('all');

    for (const part of [file, `${file}-wal`]) expect(readFileSync(part).includes('swordfish'), part).toBe(false);
  });

  it('takes writes of several processes at once: one summary a round, none lost', async () => {
    const file = newFile();
    const here = createMemory({ storage: (await openHere(file)).for('org-1'), scope, clock, timeZone: 'UTC' });
    const processes = [1, 2].map(() => startProcess('memory-process.ts', file));
    const answers = await Promise.all(processes.map((process) => process.readLine()));

    const kept = answers.map((answer) => Number(answer)).reduce((sum, count) => sum + count, 0);
    expect(kept).toBe(40);
    expect(await here.list()).toHaveLength(40);
    expect((await here.search({ query: '第7轮', limit: 1 })).hits[0]?.summary.round).toBe('r7');
  });
});
