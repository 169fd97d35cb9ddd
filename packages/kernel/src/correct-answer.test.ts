import { describe, expect, it } from 'vitest';
import { runRound } from './run-round.ts';
import { arrangeRound, dataOf } from './testing/builders.ts';
import { runWriting } from './testing/run-writing.ts';
import type { ScriptedAnswer } from './testing/scripted-model.ts';

const correct = (text: string) => (text.includes('gift') ? 'Say it without a gift.' : undefined);
const inTurn =
  (...texts: readonly string[]): ScriptedAnswer =>
  (_request, number) =>
    texts[number - 1] ?? 'too many';

describe('an answer that the host has something against', () => {
  it('is said once more, without tools and with what is the matter', async () => {
    const { input, model } = arrangeRound(inTurn('A gift for you.', 'Nothing for you.'), { ports: { correct } });
    const { result, entries } = await runWriting(runRound(input));
    expect(result).toMatchObject({
      end: 'natural',
      text: 'Nothing for you.',
      uncorrected: 'A gift for you.',
      steps: 2,
    });
    expect(model.calls[1]?.tools).toBeUndefined();
    expect(model.calls[1]?.prompt.slice(-2)).toMatchObject([
      { role: 'assistant', content: [{ text: 'A gift for you.' }] },
      { role: 'user', content: [{ text: 'Say it without a gift.' }] },
    ]);
    expect(dataOf(entries, 'kernel.step').at(-1)).toMatchObject({ closing: 'correction' });
  });

  it('is said once more only once, however it turns out', async () => {
    const { input, model } = arrangeRound(inTurn('A gift.', 'Two gifts.'), { ports: { correct } });
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({ text: 'Two gifts.', uncorrected: 'A gift.' });
    expect(model.calls).toHaveLength(2);
  });

  it('stays as it is where there is nothing against it', async () => {
    const { input, model } = arrangeRound(inTurn('Hello.'), { ports: { correct } });
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({ text: 'Hello.' });
    expect(result.uncorrected).toBeUndefined();
    expect(model.calls).toHaveLength(1);
  });

  it.each([
    ['its steps', { maxIterations: 1 }],
    ['its tokens', { tokenBudget: 1 }],
  ])('is not said again when the round has used up %s', async (_, options) => {
    const { input, model } = arrangeRound(inTurn('A gift.'), { ports: { correct } }, options);
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'natural', text: 'A gift.' });
    expect(model.calls).toHaveLength(1);
  });

  it('has nothing in its place when the model fails', async () => {
    const { input } = arrangeRound(
      (_request, number) => (number === 1 ? 'A gift.' : { error: { status: 500 } }),
      {
        ports: { correct },
      },
      { errorHandling: 'stop' },
    );
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'natural', text: '', uncorrected: 'A gift.' });
    expect(result.problem).toBeDefined();
  });
});
