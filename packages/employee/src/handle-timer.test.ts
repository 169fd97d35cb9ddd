import { describe, expect, it } from 'vitest';
import { settleTimer } from './settle-timer.ts';
import { type EmployeeBench, openBench, textOf } from './testing/index.ts';

const DAY_MS = 86_400_000;
const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };

/** A return of which nobody knows whether it happened. */
async function inDoubt(fault: 'answer_lost' | 'call_lost'): Promise<EmployeeBench> {
  const bench = await openBench({ script: [RETURN] });
  await bench.say('我要还书 L200001');
  bench.system.faults.set('loan:return', [fault]);
  expect(textOf(await bench.say('确认'))).toMatch(/还不知道有没有成功/);
  return bench;
}

async function laterBy(bench: EmployeeBench, ms: number): Promise<string> {
  bench.clock.advance(ms);
  await bench.claimTimers();
  return textOf(await bench.work());
}

async function events(bench: EmployeeBench): Promise<readonly unknown[]> {
  return (await bench.entries()).filter(({ kind }) => kind === 'employee.event_raised').map(({ data }) => data.event);
}

async function lastEnd(bench: EmployeeBench): Promise<unknown> {
  return (await bench.entries()).findLast(({ kind }) => kind === 'employee.round_ended')?.data.end;
}

describe('a write in doubt', () => {
  it('is looked at after five seconds, and its success is told, an event, a fact and an end', async () => {
    const bench = await inDoubt('answer_lost');
    expect(await laterBy(bench, 4_999)).toBe('');
    expect(await laterBy(bench, 1)).toMatch(/^已为您登记归还 L200001。$|已核实/);
    expect(await events(bench)).toEqual(['sys_operation_in_doubt', 'sys_operation_succeeded', 'loan.returned']);
    expect((await bench.state()).instances).toMatchObject([
      { stage: 'done', facts: { loan_state: { value: 'returned' } } },
    ]);
    expect(await laterBy(bench, 3 * DAY_MS)).toBe('');
    expect(bench.system.effects.size).toBe(1);
  });

  it('that is found to have succeeded raises its events with what they hold when the answer comes at once', async () => {
    const raised = async (bench: EmployeeBench) =>
      (await bench.entries())
        .filter(({ kind, data }) => kind === 'employee.event_raised' && data.event !== 'sys_operation_in_doubt')
        .map(({ data }) => {
          const { operation, ...payload } = data.payload as { operation: string };
          return { event: data.event, payload, hasOperation: operation.startsWith('op') };
        });
    const late = await inDoubt('answer_lost');
    await laterBy(late, 5_000);
    const direct = await openBench({ script: [RETURN] });
    await direct.say('我要还书 L200001');
    await direct.say('确认');
    expect(await raised(late)).toEqual(await raised(direct));
    expect((await raised(late)).map(({ payload }) => payload)).toMatchObject([
      { code: 'returned' },
      { code: 'returned', loan_id: 'L200001' },
    ]);
  });

  it('stays in doubt until a failure is certain, is looked at again, and may then be asked for again', async () => {
    const bench = await inDoubt('call_lost');
    expect(await laterBy(bench, 5_000)).toBe('');
    expect(await lastEnd(bench)).toBe('still_in_doubt');
    expect(await laterBy(bench, 30_000)).toBe('');
    expect(await laterBy(bench, 120_000)).toMatch(/没有登记成功|没有成功/);
    expect(await events(bench)).toEqual(['sys_operation_in_doubt', 'sys_operation_failed']);
    expect(await laterBy(bench, DAY_MS / 2)).toBe('');
  });

  it('is not looked at for ever where the contract has no way to look', async () => {
    const bench = await openBench({
      script: [{ calls: [{ name: 'note__leave', input: { text: '谢谢' } }] }, '好的。'],
    });
    bench.system.faults.set('note:leave', ['answer_lost']);
    expect(textOf(await bench.say('留言谢谢'))).toMatch(/的请求已经发出/);
    bench.clock.advance(DAY_MS / 2);
    expect(await bench.claimTimers()).toBe(0);
    expect(await events(bench)).toEqual(['sys_operation_in_doubt']);
  });

  it('that was settled otherwise needs no further look', async () => {
    const bench = await inDoubt('answer_lost');
    const [timer] = await bench.store.dueTimers(new Date(bench.clock.now() + 60_000).toISOString());
    await laterBy(bench, 5_000);
    await bench.accept('timer', { timer: timer!.id, dueAt: timer!.dueAt, data: timer!.data });
    expect(await bench.work()).toEqual([]);
    expect(await lastEnd(bench)).toBe('nothing_due');
  });

  it('is looked at ever more seldom, and never given up', () => {
    const waits = Array.from({ length: 40 }, (_, looks) => {
      const timer = settleTimer('op_1', looks, 0);
      return timer.op === 'set' ? Date.parse(timer.dueAt) / 1_000 : 0;
    });
    expect(waits.slice(0, 5)).toEqual([5, 30, 120, 600, 3_600]);
    expect(waits.at(27)).toBe(3_600);
    expect(waits.slice(28).every((seconds) => seconds === 86_400)).toBe(true);
  });
});

describe('a stage with a time', () => {
  it('moves on when it is over, and so does the next', async () => {
    const bench = await openBench({
      script: [{ calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] }, '还在借。'],
    });
    await bench.say('借阅 L200001 怎么样了');
    const stages = async () => (await bench.state()).instances.map(({ stage, terminal }) => [stage, terminal]);
    expect(await stages()).toEqual([['open', false]]);
    expect(await laterBy(bench, 2 * DAY_MS)).toBe('');
    expect(await stages()).toEqual([['resting', false]]);
    await laterBy(bench, 7 * DAY_MS);
    expect(await stages()).toEqual([['done', true]]);
    expect(await laterBy(bench, 30 * DAY_MS)).toBe('');
  });

  it('that is over loses its timer', async () => {
    const bench = await openBench({ script: [RETURN] });
    await bench.say('我要还书 L200001');
    await bench.say('确认');
    bench.clock.advance(30 * DAY_MS);
    expect(await bench.claimTimers()).toBe(0);
  });
});

it.each([{}, { data: 'x' }, { timer: 't', data: { purpose: 'unheard_of' } }])(
  'a timer of no known purpose (%j) is named as such',
  async (data) => {
    const bench = await openBench();
    await bench.accept('opened');
    await bench.accept('timer', data);
    await bench.work();
    expect(await lastEnd(bench)).toBe('timer_unknown');
  },
);
