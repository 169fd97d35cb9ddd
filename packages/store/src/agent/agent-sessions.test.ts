import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgent } from '@rolecall/kernel';
import { conversationJournalContract, scriptedModel } from '@rolecall/kernel/testing';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { agentSessions } from './agent-sessions.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-sessions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `${++files}`, 'assistant.db');

async function openAt(file: string, options: Parameters<typeof agentSessions>[1] = {}) {
  const sessions = agentSessions(await openSqliteStore({ file, projections: [], engine: 'test@1.0.0' }), options);
  onTestFinished(() => sessions.close());
  return sessions;
}

const WORK = { folder: '/srv/文档', pack: 'writer' };

conversationJournalContract('the SQLite store', async () => {
  const store = await openSqliteStore({ file: newFile(), projections: [], engine: 'test@1.0.0' });
  const sessions = agentSessions(store);
  const { id } = await sessions.open(WORK);
  return { journal: sessions.journal, conversation: id, close: () => sessions.close() };
});

describe('the sessions of an assistant', () => {
  it('go on where they were left, by another process', async () => {
    const file = newFile();
    const first = await openAt(file);
    const { id } = await first.open(WORK);
    const agent = createAgent({ model: scriptedModel(['记住了。']), journal: first.journal, summaryModel: false });
    await agent.conversation(id).send('暗号是青鸟');
    await agent.close();
    await first.close();

    const second = await openAt(file);
    expect(await second.list(WORK.folder)).toMatchObject([{ id, ...WORK }]);
    await second.take(id);
    const model = scriptedModel(['青鸟。']);
    const again = createAgent({ model, journal: second.journal, summaryModel: false });
    await again.conversation(id).send('暗号是什么？');
    expect(JSON.stringify(model.calls[0]?.prompt)).toContain('暗号是青鸟');
  });

  it('are listed by folder, those used last first, with the pack used last', async () => {
    const sessions = await openAt(newFile());
    const one = await sessions.open(WORK);
    const two = await sessions.open(WORK);
    const other = await sessions.open({ folder: '/elsewhere', pack: 'writer' });
    await sessions.note(one.id, 'designer');
    expect(await sessions.list(WORK.folder)).toMatchObject([{ id: one.id, pack: 'designer' }, { id: two.id }]);
    expect(await sessions.list('/elsewhere')).toMatchObject([{ id: other.id }]);
  });

  it('are held by one process at a time, and free once it is gone', async () => {
    const file = newFile();
    const first = await openAt(file);
    const { id } = await first.open(WORK);
    const second = await openAt(file, { waitMs: 0 });
    await expect(second.take(id)).rejects.toMatchObject({ code: 'session_in_use' });
    await first.close();
    expect(await second.take(id)).toMatchObject({ id });
    await expect(second.take('conv_none')).rejects.toMatchObject({ code: 'session_unknown' });
  });

  it('take nothing from a process that has lost its session', async () => {
    const file = newFile();
    let now = Date.parse('2026-05-01T08:00:00Z');
    const first = await openAt(file, { clock: { now: () => now } });
    const { id } = await first.open(WORK);
    now += 60_000;
    const second = await openAt(file, { clock: { now: () => now }, waitMs: 0 });
    await second.take(id);
    const entry = {
      conversation: id,
      at: '2026-05-01T08:00:00.000Z',
      kind: 'agent.tasks',
      kindVersion: 1,
      engine: 'test@1',
    };
    expect(await first.journal.append(id, 0, [{ ...entry, sequence: 1, data: {} }], 'process')).toBe('moved');
  });
});
