import type { JournalEntry } from '@rolecall/journal';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { emptyState, foldConversation } from './conversation-state.ts';
import { Died, openBench } from './testing/index.ts';

let entries: readonly JournalEntry[];
let deleted: readonly JournalEntry[];

/** A conversation with a greeting, reads, a crash in a write, a doubt that is settled, a stage that ends. */
beforeAll(async () => {
  const bench = await openBench({
    script: [
      { calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] },
      '还在借，应还日期：2026-04-01。',
      { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] },
    ],
  });
  await bench.accept('opened');
  await bench.say('借阅 L200001 怎么样了');
  await bench.say('我要还书 L200001');
  bench.system.faults.set('loan:return', ['answer_lost']);
  await bench.say('确认', { dieBefore: 3 }).catch((error: unknown) => expect(error).toBeInstanceOf(Died));
  await bench.work();
  bench.clock.advance(6_000);
  await bench.claimTimers();
  await bench.work();
  entries = await bench.entries();
  deleted = (await bench.store.storedEntries(bench.conversation)).map(({ evidence = [], ...entry }) => ({
    ...entry,
    data: { ...entry.data, ...Object.fromEntries(evidence.map(({ field }) => [field, { $deleted: true }])) },
  }));
});

describe('foldConversation', () => {
  it('gives the same state at once, one by one and in any pieces', () => {
    const whole = foldConversation(emptyState('zh'), entries);
    fc.assert(
      fc.property(fc.array(fc.nat(entries.length), { maxLength: 8 }), (cuts) => {
        const ends = [...new Set([...cuts, entries.length])].sort((left, right) => left - right);
        let state = emptyState('zh');
        ends.forEach((end, index) => {
          state = foldConversation(state, entries.slice(ends[index - 1] ?? 0, end));
        });
        expect(state).toEqual(whole);
      }),
    );
  });

  it('leaves the state that it was given as it was', () => {
    for (let length = 0; length < entries.length; length++) {
      const state = foldConversation(emptyState('zh'), entries.slice(0, length));
      const before = structuredClone(state);
      foldConversation(state, entries.slice(length));
      expect(state).toEqual(before);
    }
  });

  it('holds what was said, read and received', () => {
    const state = foldConversation(emptyState('zh'), entries);
    expect(state.said.map(({ text }) => text)).toEqual(['借阅 L200001 怎么样了', '我要还书 L200001', '确认']);
    expect(state.earlierReads).toMatchObject([{ capability: 'loan:get', proven: true, result: { state: 'open' } }]);
    expect(state.receipts.map(({ capability, outcome }) => [capability, outcome])).toEqual([
      ['loan:get', 'succeeded'],
      ['loan:return', 'succeeded'],
    ]);
    expect(state.instances).toMatchObject([
      {
        task: 'loan_desk',
        subject: 'L200001',
        stage: 'done',
        terminal: true,
        facts: { loan_state: { value: 'returned' } },
      },
    ]);
    expect(state.executing.size).toBe(0);
    expect(state.disclosed).toBe(true);
    expect(state.rounds.every(({ ended }) => ended)).toBe(true);
  });

  it('takes what is left of the entries of a contact that was deleted', () => {
    const state = foldConversation(emptyState('zh'), deleted);
    expect(state).toMatchObject({ sequence: entries.length, said: [], receipts: [], instances: [] });
    expect(state.executing.size).toBe(0);
    expect(state.rounds).toHaveLength(foldConversation(emptyState('zh'), entries).rounds.length);
  });
});
