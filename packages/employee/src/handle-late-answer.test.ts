import { describe, expect, it } from 'vitest';
import { openBench, textOf } from './testing/index.ts';

/** A note of which nobody knows whether it was left: its call timed out. */
async function timedOut() {
  const bench = await openBench({
    script: [{ calls: [{ name: 'note__leave', input: { text: '谢谢' } }] }, '好的。'],
  });
  bench.system.faults.set('note:leave', ['call_lost']);
  await bench.say('留言谢谢');
  const executing = (await bench.entries()).find(({ kind }) => kind === 'gate.executing');
  const operation = String(executing?.data.operation);
  const answer = async (data: object) => {
    await bench.accept('late_answer', { operation, ...data });
    const text = textOf(await bench.work());
    return { text, end: (await bench.entries()).findLast(({ kind }) => kind === 'employee.round_ended')?.data.end };
  };
  return { bench, answer };
}

const LEFT = { status: 'answered', isError: false, structured: { left: true } };

describe('an answer that comes after the time-out', () => {
  it('settles the write by its contract and is told, once', async () => {
    const { bench, answer } = await timedOut();
    expect(await answer({ answer: LEFT })).toEqual({ text: expect.stringMatching(/\S/), end: 'settled' });
    const settled = (await bench.entries()).filter(({ kind }) => kind === 'gate.settled');
    expect(settled).toMatchObject([{ data: { by: 'late_answer', outcome: 'succeeded', answer: LEFT } }]);
    expect(await answer({ answer: LEFT })).toEqual({ text: '', end: 'nothing_due' });
  });

  it('that says it failed frees the way for another try', async () => {
    const { bench, answer } = await timedOut();
    const refusal = { status: 'answered', isError: true, text: 'the system refuses' };
    expect(await answer({ answer: refusal })).toMatchObject({ end: 'settled' });
    const settled = (await bench.entries()).find(({ kind }) => kind === 'gate.settled');
    expect(settled?.data.outcome).toBe('failed');
  });

  it('that says nothing the contract knows leaves it open, and stands on record', async () => {
    const { bench, answer } = await timedOut();
    const odd = { status: 'answered', isError: false, text: 'hm' };
    expect(await answer({ answer: odd })).toEqual({ text: '', end: 'still_in_doubt' });
    const left = (await bench.entries()).find(({ kind }) => kind === 'gate.not_settled');
    expect(left?.data).toMatchObject({ answer: odd, why: expect.stringContaining('late answer') });
  });

  it.each([{}, { answer: 'done' }, { answer: { status: 'no_answer' } }, { answer: LEFT, operation: 'op_of_nobody' }])(
    'that is incomplete, or to nothing that was asked, changes nothing: %o',
    async (data) => {
      const { bench, answer } = await timedOut();
      const { text, end } = await answer(data);
      expect(text).toBe('');
      expect(['late_answer_incomplete', 'nothing_due']).toContain(end);
      expect((await bench.entries()).some(({ kind }) => kind === 'gate.settled')).toBe(false);
    },
  );
});
