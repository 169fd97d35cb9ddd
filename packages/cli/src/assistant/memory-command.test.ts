import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockAt, openMemory, roundOf } from '@rolecall/kernel/testing';
import { expect, it, onTestFinished } from 'vitest';
import { plainStyler } from '../terminal/style.ts';
import { widthOf } from '../terminal/wrap-spans.ts';
import { ASSISTANT_TEXTS } from './assistant-texts.ts';
import { MemoryCommand } from './memory-command.ts';

const texts = ASSISTANT_TEXTS.zh;

async function open(columns = 80) {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const memory = openMemory({ clock: clockAt('2026-05-31T12:00:00Z') });
  const command = new MemoryCommand({
    assistant: { memory },
    texts,
    style: plainStyler,
    cwd: folder,
    columns: () => columns,
  });
  return { folder, memory, run: async (words: string) => await command.run(words) };
}

it('memories are listed, found, forgotten by their number and restored', async () => {
  const { memory, run } = await open();
  await memory.remember(roundOf('我喜欢靠窗的座位', { round: 'r1', at: '2026-05-20T08:00:00Z' }));
  await memory.remember(roundOf('周五去爬山', { round: 'r2', at: '2026-05-21T08:00:00Z' }));
  expect((await run('')).slice(0, 2).join()).toMatch(/ 1 2026-05-21.*爬山.* 2 2026-05-20.*座位/);
  expect(await run('list')).toEqual(await run(''));
  expect(await run('search  座位')).toEqual(await run('座位'));
  expect((await run('座位'))[0]).toContain('座位');
  expect(await run('forget 1')).toEqual([texts.memory.forgotten(1)]);
  expect((await run('座位')).join()).not.toContain('座位');
  expect(await run('forget 7')).toEqual([texts.memory.noNumber]);
  expect(await run('restore')).toEqual([texts.memory.restored(1)]);
  expect((await run('座位'))[0]).toContain('座位');
  await run('forget 1');
  expect(await run('purge')).toEqual([texts.memory.purged(1)]);
  expect(await run('restore')).toEqual([texts.memory.restored(0)]);
});

it('a command without what it is about, or with more than it takes, changes nothing and says how it is used', async () => {
  const { memory, run } = await open(400);
  await memory.remember(roundOf('我喜欢靠窗的座位'));
  await run('');
  for (const words of ['search', 'show', 'forget', 'export', 'purge everything', 'restore 1', 'list 2'])
    expect([words, await run(words)]).toEqual([words, [texts.memory.usage]]);
  expect(await memory.list({ withDeleted: true })).toMatchObject([
    { summary: { text: expect.stringContaining('座位') } },
  ]);
});

it('what is outdated is marked, and opens with what was said and what took its place', async () => {
  const { memory, run } = await open();
  const about = (text: string) => ({ text, type: 'preference' as const, subject: '座位', verbatim: ['K2045'] });
  await memory.remember(
    roundOf('K2045 我要靠窗', { round: 'r1', at: '2026-05-20T08:00:00Z', summary: about('用户要靠窗的座位。') }),
  );
  await memory.remember(
    roundOf('K2045 还是过道吧', { round: 'r2', at: '2026-05-21T08:00:00Z', summary: about('用户改要过道。') }),
  );
  expect((await run(''))[1]).toBe(' 2 2026-05-20 [preference] (已过时) 用户要靠窗的座位。');
  expect((await run('show 2')).join('\n')).toMatch(
    /用户要靠窗.*· K2045.*已被取代，新的是: 2026-05-21 用户改要过道.*K2045 我要靠窗.*好的/s,
  );
  expect((await run('show 1')).join('\n')).toMatch(/取代了: 2026-05-20 用户要靠窗/);
  expect(await run('show 3')).toEqual([texts.memory.noNumber]);
});

it('all of it goes into a new file, forgotten ones too, and no file is written over', async () => {
  const { folder, memory, run } = await open();
  await memory.remember(roundOf('一', { round: 'r1' }));
  await memory.remember(roundOf('二', { round: 'r2' }));
  await run('');
  await run('forget 1');
  expect((await run('export 我的 记忆.json')).join('')).toContain('已写入');
  const written = JSON.parse(readFileSync(join(folder, '我的 记忆.json'), 'utf8'));
  expect(written).toEqual(JSON.parse(JSON.stringify(await memory.export())));
  expect(written).toMatchObject({ kind: 'rolecall_memory', memories: [{}, {}] });
  expect((await run('export 我的 记忆.json')).join('')).toContain('已经存在');
  await expect(run('export 没有/这里.json')).rejects.toMatchObject({ code: 'export_failed' });
});

it('no line is wider than the screen', async () => {
  const { memory, run } = await open(30);
  await memory.remember(roundOf('这是一个很长的问题，'.repeat(9), { reply: '这是一个很长的回答，'.repeat(20) }));
  for (const words of ['', 'show 1', '问题', '去年的问题', 'purge it'])
    for (const line of await run(words)) expect(widthOf(line)).toBeLessThanOrEqual(30);
});
