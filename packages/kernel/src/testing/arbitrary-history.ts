import type { JsonValue } from '@rolecall/base';
import fc from 'fast-check';
import type { PastMessage, PastRound } from '../round.ts';

/** Text of the kinds that break careless cuts: emoji, rare hanzi outside the basic plane, long and empty texts. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.constantFrom('订单', '𠮷', '龘', '👨‍👩‍👧', '🇨🇳', ' ', '\n', 'refund', '#W2890441', '，', '{"a":'), {
      maxLength: 200,
    })
    .map((parts) => parts.join('')),
);

const anyOutput: fc.Arbitrary<JsonValue> = fc.oneof(
  anyText,
  fc.record({ status: anyText, list: fc.array(anyText, { maxLength: 5 }) }) as fc.Arbitrary<JsonValue>,
  fc.integer({ min: 1, max: 4_000 }).map((times) => '很长的结果𠮷'.repeat(times)),
);

/** One step with calls in parallel; now and then a result is missing or belongs to nobody, as after a crash. */
const callStep: fc.Arbitrary<readonly PastMessage[]> = fc
  .record({
    text: anyText,
    outputs: fc.array(anyOutput, { minLength: 1, maxLength: 4 }),
    damage: fc.constantFrom('none', 'none', 'none', 'lost', 'stray', 'unanswered'),
    seed: fc.nat(),
  })
  .map(({ text, outputs, damage, seed }) => {
    const calls = outputs.map((_, index) => ({ id: `c${seed}_${index}`, name: `tool_${index}`, input: { n: index } }));
    const results = calls.map(({ id, name }, index) => ({ id, name, output: outputs[index] ?? null }));
    const assistant: PastMessage = { role: 'assistant', text, calls };
    if (damage === 'unanswered') return [assistant];
    if (damage === 'lost') return [assistant, { role: 'tool', results: results.slice(1) }];
    const stray = { id: 'nobody', name: 'tool_x', output: 'stray' };
    return [assistant, { role: 'tool', results: damage === 'stray' ? [...results, stray] : results }];
  });

const anyRound: fc.Arbitrary<Omit<PastRound, 'round'>> = fc
  .record({ user: anyText, steps: fc.array(callStep, { maxLength: 3 }), reply: anyText })
  .map(({ user, steps, reply }) => ({
    messages: [{ role: 'user', text: user }, ...steps.flat(), { role: 'assistant', text: reply, calls: [] }],
  }));

/** A conversation, oldest round first. */
export const anyHistory: fc.Arbitrary<readonly PastRound[]> = fc
  .array(anyRound, { maxLength: 30 })
  .map((rounds) => rounds.map((round, index) => ({ ...round, round: `r${index}` })));
