import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalEntry } from '@rolecall/journal';
import { conversationJournalContract } from '@rolecall/kernel/testing';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { sqliteJournal } from '../bench/kernel/sqlite-journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-bench-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

function openJournal() {
  const journal = sqliteJournal(join(folder, `${++files}.db`));
  onTestFinished(() => journal.close());
  return journal;
}

conversationJournalContract('the journal of the benches', async () => ({
  journal: openJournal(),
  conversation: 'c',
  close: async () => undefined,
}));

const entry = (sequence: number): JournalEntry => ({
  conversation: 'c',
  sequence,
  at: '2026-05-01T08:00:00.000Z',
  kind: 'agent.input',
  kindVersion: 1,
  engine: 'test@1',
  data: { id: `i${sequence}` },
});

it.each([
  ['that is there already', () => entry(1)],
  ['that is no JSON', () => ({ ...entry(3), data: { self: 1n as never } })],
  ['that SQLite cannot hold', () => ({ ...entry(3), kind: Symbol('kind') as never })],
])('the journal of the benches takes nothing of a batch with an entry %s, and goes on', async (_, broken) => {
  const journal = openJournal();
  await journal.append('c', 0, [entry(1)], 'process');
  expect(() => journal.append('c', 1, [entry(2), broken()], 'process')).toThrow();
  expect(await journal.readStart('c', 9)).toEqual([entry(1)]);
  expect(await journal.append('c', 1, [entry(2)], 'power')).toBe('appended');
  expect(await journal.readBack('c', 9)).toEqual([entry(1), entry(2)]);
});
