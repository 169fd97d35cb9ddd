import type { JournalEntry } from '@rolecall/journal';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { stateAsJson, stateFromJson, withoutPast } from './checkpoint-state.ts';
import { type ConversationState, emptyState, foldConversation } from './conversation-state.ts';
import { Died, openBench } from './testing/index.ts';

/** What may happen next; each leads to rounds of its own. */
const STEPS = ['ask', 'return', 'yes', 'no', 'late', 'answer_lost', 'die', 'deleted'] as const;
type Step = (typeof STEPS)[number];
const histories: (readonly JournalEntry[])[] = [];

/** A conversation in which these things happen, one after the other. */
async function historyOf(steps: readonly Step[]): Promise<readonly JournalEntry[]> {
  const bench = await openBench({
    script: steps.flatMap((step) =>
      step === 'ask'
        ? [{ calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] }, '还在借。']
        : step === 'return' || step === 'die'
          ? [{ calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] }, '好的。', '好的。']
          : step === 'deleted'
            ? []
            : ['好的。', '好的。'],
    ),
  });
  await bench.accept('opened');
  for (const step of steps) {
    if (step === 'ask') await bench.say('借阅 L200001 怎么样了');
    if (step === 'return') await bench.say('我要还书 L200001');
    if (step === 'yes') await bench.say('确认');
    if (step === 'no') await bench.say('不用了');
    if (step === 'answer_lost') bench.system.faults.set('loan:return', ['answer_lost']);
    if (step === 'late') {
      bench.clock.advance(3_600_000);
      await bench.claimTimers();
      await bench.work();
    }
    if (step === 'die') {
      await bench
        .say('我要还书 L200001', { dieBefore: 2 })
        .catch((error: unknown) => expect(error).toBeInstanceOf(Died));
      await bench.work();
    }
  }
  const entries = await bench.entries();
  if (!steps.includes('deleted')) return entries;
  return (await bench.store.storedEntries(bench.conversation)).map(({ evidence = [], ...entry }) => ({
    ...entry,
    data: { ...entry.data, ...Object.fromEntries(evidence.map(({ field }) => [field, { $deleted: true }])) },
  }));
}

beforeAll(async () => {
  const random = fc.sample(fc.array(fc.constantFrom(...STEPS), { minLength: 2, maxLength: 6 }), 12);
  for (const steps of [['ask', 'return', 'answer_lost', 'yes', 'late', 'ask'] as const, ...random])
    histories.push(await historyOf(steps));
}, 60_000);

const anyCut = fc
  .nat()
  .map((index) => histories[index % histories.length] ?? [])
  .chain((entries) => fc.tuple(fc.constant(entries), fc.nat(entries.length)));

/** Through the text that is kept. */
function kept(state: ConversationState): ConversationState {
  return stateFromJson(JSON.parse(JSON.stringify(stateAsJson(state))));
}

describe('a checkpoint', () => {
  it('and the rest of the journal give the state that the whole journal gives, whatever happened and wherever it stands', () => {
    fc.assert(
      fc.property(anyCut, ([entries, cut]) => {
        const whole = foldConversation(emptyState('zh'), entries);
        const resumed = foldConversation(
          kept(foldConversation(emptyState('zh'), entries.slice(0, cut))),
          entries.slice(cut),
        );
        expect(resumed).toEqual(whole);
      }),
    );
  });
});

describe('a state without its past', () => {
  it('holds no word of it, and all that must not be done or told again', () => {
    fc.assert(
      fc.property(anyCut, ([entries, cut]) => {
        const whole = foldConversation(emptyState('zh'), entries);
        const before = entries[cut]?.at ?? '9999';
        const left = withoutPast(whole, { through: cut, before });

        expect(left.said).toEqual(whole.said.filter(({ sequence }) => sequence > cut));
        for (const { round, ended, entries: own } of whole.rounds)
          if (ended && own.every(({ sequence }) => sequence <= cut))
            expect(left.rounds.map((span) => span.round)).not.toContain(round);
        for (const name of [
          'sequence',
          'executing',
          'told',
          'raised',
          'heard',
          'lastSent',
          'disclosed',
          'handOver',
        ] as const)
          expect(left[name]).toEqual(whole[name]);
        const isOpen = ({ id, effect, outcome }: (typeof whole.receipts)[number]) =>
          outcome === 'unknown' || (effect === 'write' && !whole.told.has(id));
        expect(left.receipts.filter(isOpen)).toEqual(whole.receipts.filter(isOpen));
        expect(left.instances.filter(({ terminal }) => !terminal)).toEqual(
          whole.instances.filter(({ terminal }) => !terminal),
        );
      }),
    );
  });
});
