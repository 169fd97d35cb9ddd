import type { JournalEntry } from '@rolecall/journal';
import { describe, expect, it } from 'vitest';
import { lastAttempt, pastRoundsOf } from './past-rounds.ts';
import { Died, openBench } from './testing/index.ts';

async function roundsOf(script: Parameters<typeof openBench>[0], ...messages: readonly string[]) {
  const bench = await openBench(script);
  for (const text of messages) await bench.say(text);
  return pastRoundsOf((await bench.state()).rounds);
}

describe('the history of a conversation', () => {
  it('holds what was written, called, answered and sent', async () => {
    const [round] = await roundsOf(
      { script: [{ calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] }, '还在借，应还日期：2026-04-01。'] },
      '借阅 L200001 怎么样了',
    );
    expect(round?.messages).toMatchObject([
      { role: 'user', text: '借阅 L200001 怎么样了' },
      { role: 'assistant', text: '', calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] },
      { role: 'tool', results: [{ name: 'loan__get', output: { status: 'succeeded' } }] },
      { role: 'assistant', text: '我是人工智能（AI）员工，不是真人。还在借，应还日期：2026-04-01。', calls: [] },
    ]);
  });

  it('holds no word of the model that did not leave, neither at the end nor beside a call', async () => {
    const rounds = await roundsOf(
      {
        script: [
          { text: '已为您归还！', calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] },
          '已为您归还。',
        ],
      },
      '还书 L200001',
    );
    expect(JSON.stringify(rounds)).not.toContain('已为您归还');
    expect(JSON.stringify(rounds)).toContain('没有执行成功的记录');
  });

  it('holds a call only with its result', async () => {
    const bench = await openBench({ script: [{ calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] }] });
    await bench.say('借阅 L200001', { dieBefore: 5 }).catch((error: unknown) => expect(error).toBeInstanceOf(Died));
    const { rounds } = await bench.state();
    expect(rounds[0]?.entries.some(({ kind }) => kind === 'kernel.step')).toBe(true);
    expect(rounds[0]?.entries.some(({ kind }) => kind === 'kernel.results')).toBe(false);
    expect(pastRoundsOf(rounds)).toEqual([
      { round: rounds[0]?.round, messages: [{ role: 'user', text: '借阅 L200001' }] },
    ]);
  });

  it('holds of a round that was begun again the last attempt, and the message once', async () => {
    const script = [
      { calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] },
      '好。',
      '还在借，应还日期：2026-04-01。',
    ];
    const bench = await openBench({ script });
    await bench.say('借阅 L200001', { dieBefore: 7 }).catch((error: unknown) => expect(error).toBeInstanceOf(Died));
    await bench.work();
    const [round] = pastRoundsOf((await bench.state()).rounds);
    expect(round?.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('leaves out the round that runs, and rounds in which nobody said anything', async () => {
    const bench = await openBench({ script: ['好。'] });
    await bench.accept('opened');
    await bench.work();
    await bench.accept('opened');
    await bench.work();
    await bench.say('你好');
    const { rounds } = await bench.state();
    expect(rounds).toHaveLength(3);
    expect(pastRoundsOf(rounds)).toHaveLength(2);
    expect(pastRoundsOf(rounds, rounds[2]?.round)).toHaveLength(1);
  });
});

it('the last attempt of a round begins where it began last', () => {
  const entry = (kind: string, sequence: number) => ({ kind, sequence }) as JournalEntry;
  const entries = [
    entry('employee.round_started', 1),
    entry('a', 2),
    entry('employee.round_started', 3),
    entry('b', 4),
  ];
  expect(lastAttempt({ round: 'r', item: 'i', ended: false, entries }).map(({ sequence }) => sequence)).toEqual([3, 4]);
});
