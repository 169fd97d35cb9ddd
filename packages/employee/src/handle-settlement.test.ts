import { describe, expect, it } from 'vitest';
import { openBench, textOf } from './testing/index.ts';

/** A note of which nobody knows whether it was left, and for which there is no way to look. */
async function inDoubt() {
  const bench = await openBench({
    script: [{ calls: [{ name: 'note__leave', input: { text: '谢谢' } }] }, '好的。'],
  });
  bench.system.faults.set('note:leave', ['answer_lost']);
  await bench.say('留言谢谢');
  const executing = (await bench.entries()).find(({ kind }) => kind === 'gate.executing');
  const operation = String(executing?.data.operation);
  const settle = async (data: object) => {
    await bench.accept('settlement', { operation, person: 'desk', reason: 'looked into the system', ...data });
    const text = textOf(await bench.work());
    return { text, end: (await bench.entries()).findLast(({ kind }) => kind === 'employee.round_ended')?.data.end };
  };
  return { bench, settle };
}

describe('a person’s word on a write in doubt', () => {
  it('that it succeeded is told to the customer, once', async () => {
    const { bench, settle } = await inDoubt();
    expect(await settle({ outcome: 'succeeded' })).toEqual({ text: expect.stringContaining('已核实'), end: 'settled' });
    expect(await settle({ outcome: 'succeeded' })).toEqual({ text: '', end: 'nothing_due' });
    const events = (await bench.entries()).filter(({ kind }) => kind === 'employee.event_raised');
    expect(events.at(-1)?.data.event).not.toBe('sys_operation_in_doubt');
  });

  it('that it failed counts only once it can no longer arrive', async () => {
    const { bench, settle } = await inDoubt();
    expect(await settle({ outcome: 'failed' })).toEqual({ text: '', end: 'still_in_doubt' });
    bench.clock.advance(3_600_000);
    expect(await settle({ outcome: 'failed' })).toMatchObject({ end: 'settled' });
  });

  it.each([{ outcome: 'unknown' }, { outcome: 'failed', person: '' }, { outcome: 'failed', reason: 7 }])(
    'that is incomplete changes nothing: %o',
    async (data) => {
      const { settle } = await inDoubt();
      expect(await settle(data)).toEqual({ text: '', end: 'settlement_incomplete' });
    },
  );
});
