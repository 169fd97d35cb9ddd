import type { LanguageModelV4Message } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleContext } from './assemble-context.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { promptTokens, toolTokens } from './message-tokens.ts';
import type { PastRound } from './round.ts';
import { anyHistory, anyText } from './testing/arbitrary-history.ts';
import { echo } from './testing/builders.ts';
import { orphansIn } from './testing/orphans.ts';

/** A counter that is easy to reckon with. */
const perCharacter = (text: string) => text.length;

function rounds(count: number, characters: number): PastRound[] {
  return Array.from({ length: count }, (_, index) => ({
    round: `r${index}`,
    messages: [
      { role: 'user', text: `q${index}`.padEnd(characters / 2, '.') },
      { role: 'assistant', text: `a${index}`.padEnd(characters / 2, '.'), calls: [] },
    ],
  }));
}

const base = {
  stableText: 'You are Lin.',
  changingText: 'It is noon.',
  input: 'Hello',
  tools: [echo],
  windowTokens: 10_000,
};

describe('assembleContext', () => {
  it('puts the stable text first, then history, then what changes and the input as two parts of one message', () => {
    const { prompt, inputIndex, tools } = assembleContext({ ...base, history: rounds(1, 20) });
    expect(prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(prompt[0]).toEqual({ role: 'system', content: 'You are Lin.' });
    expect(prompt[inputIndex]).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'It is noon.' },
        { type: 'text', text: 'Hello' },
      ],
    });
    expect(tools).toEqual([
      { type: 'function', name: 'echo', description: 'The tool echo.', inputSchema: { type: 'object' } },
    ]);
  });

  it('leaves out what is empty', () => {
    const { prompt } = assembleContext({ ...base, stableText: '', changingText: '', history: [] });
    expect(prompt).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]);
  });

  it('fills from the newest round backwards, keeps the first, and counts what it left out', () => {
    const history = rounds(40, 992);
    const { rounds: loaded, occupancy, budget } = assembleContext({ ...base, history, counter: perCharacter });
    expect(loaded).toEqual(['r0', 'r34', 'r35', 'r36', 'r37', 'r38', 'r39']);
    expect(occupancy).toMatchObject({
      historyTokens: 7_000,
      roundsLoaded: 7,
      roundsLeftOut: 33,
      isFirstRoundLoaded: true,
    });
    expect(budget.dialogueTokens).toBeGreaterThanOrEqual(7_000);
    expect(budget.dialogueTokens).toBeLessThan(8_000);
  });

  it('loads everything when everything fits', () => {
    const { rounds: loaded } = assembleContext({ ...base, history: rounds(7, 400), counter: perCharacter });
    expect(loaded).toHaveLength(7);
  });

  it('does without a first round that fills the dialogue alone', () => {
    const history = [...rounds(1, 9_000), ...rounds(3, 400)];
    const { occupancy } = assembleContext({ ...base, history, counter: perCharacter });
    expect(occupancy).toMatchObject({ roundsLoaded: 3, roundsLeftOut: 1, isFirstRoundLoaded: false });
  });

  it('loads no history where nothing can run', () => {
    const { budget, rounds: loaded } = assembleContext({
      ...base,
      history: rounds(3, 100),
      input: 'x'.repeat(9_000),
      counter: perCharacter,
    });
    expect(budget.isRunnable).toBe(false);
    expect(loaded).toEqual([]);
  });

  it('keeps stable text, changing text and input byte for byte, parts no call from its result, and stays in its budget', () => {
    const window = fc.integer({ min: 2_000, max: 60_000 });
    fc.assert(
      fc.property(
        anyHistory,
        anyText,
        anyText,
        anyText,
        window,
        (history, stableText, changingText, input, windowTokens) => {
          const parts = { history, stableText, changingText, input, windowTokens, tools: [echo] };
          const context = assembleContext(parts);
          const { prompt, inputIndex, budget, occupancy, tools } = context;
          if (stableText !== '') expect(prompt[0]).toEqual({ role: 'system', content: stableText });
          expect(textsOf(prompt[inputIndex])).toEqual(changingText === '' ? [input] : [changingText, input]);
          expect(inputIndex).toBe(prompt.length - 1);
          expect(orphansIn(prompt)).toEqual([]);
          expect(occupancy.historyTokens).toBeLessThanOrEqual(budget.dialogueTokens);
          if (budget.isRunnable) expect(occupancy.requestTokens).toBeLessThanOrEqual(windowTokens * 0.85);
          expect(occupancy.roundsLoaded + occupancy.roundsLeftOut).toBe(history.length);
          expect(assembleContext(parts)).toEqual(context);
          expect(occupancy.requestTokens).toBe(
            promptTokens(prompt, estimateTokens) + toolTokens(tools, estimateTokens),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  it('loads whole rounds, the newest without a gap, and gives up at most an eighth of what would fit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 400 }), { minLength: 1, maxLength: 200 }), (sizes) => {
        const history = sizes.flatMap((size, index) =>
          rounds(1, size * 2).map((round) => ({ ...round, round: `r${index}` })),
        );
        const { rounds: loaded, budget } = assembleContext({
          ...base,
          windowTokens: 12_000,
          history,
          counter: perCharacter,
        });
        const tail = loaded[0] === 'r0' ? loaded.slice(1) : loaded;
        expect(tail).toEqual(history.slice(history.length - tail.length).map(({ round }) => round));
        const first = loaded[0] === 'r0' ? roundSize(history[0]) : 0;
        let fitting = 0;
        for (let used = first; fitting < history.length - 1; fitting++) {
          used += roundSize(history[history.length - 1 - fitting]);
          if (used > budget.dialogueTokens) break;
        }
        expect(tail.length).toBeLessThanOrEqual(fitting);
        expect(fitting - tail.length).toBeLessThanOrEqual(fitting / 8);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the prefix of a growing conversation, and moves its start only now and then', () => {
    const history = rounds(300, 392);
    let previous: readonly LanguageModelV4Message[] = [];
    let moves = 0;
    for (let length = 100; length <= 300; length++) {
      const { prompt } = assembleContext({
        ...base,
        windowTokens: 32_000,
        history: history.slice(0, length),
        counter: perCharacter,
      });
      const past = prompt.slice(0, -1);
      const isExtended = previous.slice(0, -1).every((message, index) => past[index] === message || index === 0);
      if (!isExtended) moves += 1;
      previous = prompt;
    }
    expect(moves).toBeGreaterThan(0);
    expect(moves).toBeLessThanOrEqual(200 / 8 + 1);
  });
});

function roundSize(round: PastRound | undefined): number {
  return (round?.messages ?? []).reduce((size, message) => size + 4 + ('text' in message ? message.text.length : 0), 0);
}

function textsOf(message: LanguageModelV4Message | undefined): string[] {
  if (message?.role !== 'user') return [];
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}
