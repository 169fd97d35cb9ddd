import type { JsonObject } from '@rolecall/base';
import { expect, it } from 'vitest';
import { toolAnswer } from '../testing/tool-answer.ts';
import { memoryTools } from './memory-tools.ts';
import { openMemory, roundOf } from './testing/remembered.ts';

async function arrange(inContext: readonly string[] = []) {
  const memory = openMemory();
  const address = { round: 'r1', session: 's1', at: '2026-05-01T08:00:00Z' };
  const old = await memory.remember(roundOf('我的地址是东街 1 号', { ...address, reply: '记下了' }));
  const next = await memory.remember(
    roundOf('我的地址改成西街 2 号', { round: 'r2', session: 's2', at: '2026-05-02T08:00:00Z' }),
  );
  const tools = memoryTools(memory, { language: 'zh', roundsInContext: () => inContext });
  const run = async (name: string, input: JsonObject) => {
    const tool = tools.find((tool) => tool.name === name)!;
    const call = { id: 'c1', name, input, step: 1, signal: undefined };
    return await toolAnswer(tool, call);
  };
  return { run, tools, memory, old: old.summary, next: next.summary };
}

it('memory_search tells round, session, time and type, and which one is outdated', async () => {
  const { run, old, next } = await arrange();
  const { output } = await run('memory_search', { query: '地址' });
  expect(output).toMatchObject({
    hits: [
      {
        id: next.id,
        round: 'r2',
        session: 's2',
        at: '2026-05-02T08:00:00.000Z',
        type: 'decision',
        supersedes: [old.id],
      },
      { id: old.id, round: 'r1', superseded_by: next.id, verbatim: ['1 号'] },
    ],
  });
});

it('memory_search leaves out what stands in the context', async () => {
  const { run } = await arrange(['r2']);
  const { output } = await run('memory_search', { query: '地址' });
  expect((output as { hits: { round: string }[] }).hits.map(({ round }) => round)).toEqual(['r1']);
});

it('memory_search says which time it looked at, and when there was nothing', async () => {
  const { run } = await arrange();
  expect((await run('memory_search', { query: '5月1日的地址' })).output).toMatchObject({
    time: '2026-05-01/2026-05-01',
  });
  expect((await run('memory_search', { query: '地址', time: '2025' })).output).toHaveProperty('note');
});

it.each([
  [{}, 'argument_invalid'],
  [{ query: 3 }, 'argument_invalid'],
  [{ query: 'x', source: 'web' }, 'argument_invalid'],
  [{ query: 'x', type: 'mood' }, 'argument_invalid'],
  [{ query: 'x', limit: 0 }, 'argument_invalid'],
  [{ query: 'x', limit: 1.5 }, 'argument_invalid'],
  [{ query: 'x', time: 'soonish' }, 'memory_time_unclear'],
])('memory_search gives %j back as an error', async (input, code) => {
  const { run } = await arrange();
  expect(await run('memory_search', input)).toMatchObject({ isError: true, output: { code } });
});

it('trace_summary opens what was said', async () => {
  const { run, old } = await arrange();
  expect((await run('trace_summary', { id: old.id })).output).toMatchObject({
    round: 'r1',
    original: { user: '我的地址是东街 1 号', reply: '记下了' },
  });
  expect(await run('trace_summary', { id: 'nobody' })).toMatchObject({
    isError: true,
    output: { code: 'summary_unknown' },
  });
});

it('list_sessions lists the sessions, newest first', async () => {
  const { run } = await arrange();
  expect((await run('list_sessions', { limit: 1 })).output).toEqual({
    sessions: [{ session: 's2', rounds: 1, from: '2026-05-02T08:00:00.000Z', to: '2026-05-02T08:00:00.000Z' }],
  });
});

it('the tools only read, and are sorted', async () => {
  const { tools } = await arrange();
  expect(tools.map(({ name, effect }) => `${name} ${effect}`)).toEqual([
    'list_sessions read',
    'memory_search read',
    'trace_summary read',
  ]);
});

it('a storage that fails is thrown, not told to the model as an empty memory', async () => {
  const { memory } = await arrange();
  const broken = { ...memory, search: () => Promise.reject(new Error('disk')) };
  const [, search] = memoryTools(broken, { language: 'en' });
  const call = { id: 'c', name: 'memory_search', input: { query: 'x' }, step: 1, signal: undefined };
  await expect(toolAnswer(search!, call)).rejects.toThrow('disk');
});
