import type { LanguageModelV4Message } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleContext } from './assemble-context.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { promptTokens, toolTokens } from './message-tokens.ts';
import { assistantMessage, messagesOfPastRound, toolMessage, userMessage } from './prompt.ts';
import { anyHistory, anyText } from './testing/arbitrary-history.ts';
import { echo } from './testing/builders.ts';
import { orphansIn } from './testing/orphans.ts';
import { truncateRequest } from './truncate-request.ts';

const perCharacter = (text: string) => text.length;
const frame = { toolTokens: 0, counter: perCharacter, language: 'en' as const };

function step(id: string, outputs: readonly string[]): LanguageModelV4Message[] {
  const calls = outputs.map((_, index) => ({ id: `${id}_${index}`, name: 'look', input: {} }));
  return [
    assistantMessage({ text: '', calls }),
    toolMessage(calls.map((call, index) => ({ ...call, output: outputs[index] ?? '' }))),
  ];
}

function turn(text: string, characters: number): LanguageModelV4Message[] {
  return [userMessage(`${text} asks`), assistantMessage({ text: text.padEnd(characters, '.'), calls: [] })];
}

const system: LanguageModelV4Message = { role: 'system', content: 'S'.repeat(100) };
const input = userMessage('changing', 'the input');

describe('truncateRequest', () => {
  it('fills from the tail, keeps the opening, and leaves a placeholder for what is gone', () => {
    const prompt = [
      system,
      ...turn('first', 400),
      ...turn('second', 3_000),
      ...turn('third', 400),
      input,
      ...step('now', ['r'.repeat(600)]),
    ];
    const cut = truncateRequest({ ...frame, prompt, inputIndex: 7, windowTokens: 2_400 });
    expect(cut.prompt.map(headOf)).toEqual([
      'S'.repeat(20),
      'first asks',
      '[3 earlier messages ',
      'third asks',
      'third...............',
      'changing',
      'call',
      'result',
    ]);
    expect(cut).toMatchObject({ inputIndex: 5, leftOut: 3 });
    expect(cut.prompt[cut.inputIndex]).toBe(input);
    expect(cut.requestTokens).toBeLessThanOrEqual(2_400 * 0.9);
  });

  it('notes what the round itself has lost inside the message of the input, before the input', () => {
    const steps = Array.from({ length: 6 }, (_, index) => step(`s${index}`, ['r'.repeat(500)])).flat();
    const prompt = [system, ...turn('first', 900), input, ...steps];
    const cut = truncateRequest({ ...frame, prompt, inputIndex: 3, windowTokens: 2_400 });
    expect(textsOf(cut.prompt[cut.inputIndex])).toEqual([
      'changing',
      expect.stringContaining('6 earlier messages'),
      'the input',
    ]);
    expect(cut.prompt.at(-1)).toBe(steps.at(-1));
    expect(cut.prompt.slice(cut.inputIndex + 1)).toEqual(steps.slice(6));
  });

  it('keeps what the user added while the round ran, in its place, and notes what is gone', () => {
    const steps = (from: number) =>
      Array.from({ length: 3 }, (_, index) => step(`s${from + index}`, ['r'.repeat(500)])).flat();
    const wish = userMessage('and in blue, please');
    const prompt = [system, input, ...steps(0), wish, ...steps(3), ...steps(6)];
    const first = truncateRequest({ ...frame, prompt, inputIndex: 1, windowTokens: 2_400 });
    expect(first.prompt.slice(first.inputIndex + 1).map(headOf)).toEqual([
      'and in blue, please',
      ...['call', 'result', 'call', 'result', 'call', 'result'],
    ]);
    expect(first.leftOut).toBe(3 * 6 - 6);
    expect(first.requestTokens).toBeLessThanOrEqual(2_400 * 0.9);
    const more = { ...frame, prompt: [...first.prompt, ...steps(9)], inputIndex: first.inputIndex };
    const second = truncateRequest({ ...more, windowTokens: 2_400 });
    expect(second.prompt[second.inputIndex + 1]).toBe(wish);
    expect(second.leftOut).toBe(4 * 6 - 6);
  });

  it('keeps summaries before whole rounds: they stand before the placeholder', () => {
    const summaries = ['one', 'two'].map((text) => userMessage(`summary ${text}`));
    const prompt = [
      system,
      ...turn('first', 300),
      ...summaries,
      ...turn('third', 1_500),
      ...turn('fourth', 300),
      input,
      ...step('now', ['r'.repeat(600)]),
    ];
    const request = { ...frame, prompt, inputIndex: 9, windowTokens: 2_400, summaries: new Set(summaries) };
    const cut = truncateRequest(request);
    expect(cut.prompt.map(headOf)).toEqual([
      'S'.repeat(20),
      'first asks',
      'summary one',
      'summary two',
      '[3 earlier messages ',
      'fourth asks',
      'fourth..............',
      'changing',
      'call',
      'result',
    ]);
    expect(cut).toMatchObject({ inputIndex: 7, leftOut: 3 });
    // Without the mark they are messages like any other.
    const unmarked = truncateRequest({ ...request, summaries: undefined });
    expect(unmarked.prompt.map(headOf)).not.toContain('summary one');
  });

  it('lets key messages take no more than half of the room, the newest of them', () => {
    const wishes = Array.from({ length: 20 }, (_, index) => userMessage(`${index} `.padEnd(200, 'w')));
    const prompt = [system, input, ...wishes, ...step('now', ['r'.repeat(700)])];
    const cut = truncateRequest({ ...frame, prompt, inputIndex: 1, windowTokens: 2_400 });
    const kept = cut.prompt.filter((message) => wishes.includes(message as (typeof wishes)[number]));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept).toEqual(wishes.slice(-kept.length));
    expect(kept.length * 200).toBeLessThanOrEqual(1_200);
    expect(cut.prompt.at(-1)).toBe(prompt.at(-1));
  });

  it('adds to its placeholders when it cuts again', () => {
    const steps = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => step(`s${from + index}`, ['r'.repeat(500)])).flat();
    const first = truncateRequest({
      ...frame,
      prompt: [system, ...turn('a', 300), ...turn('b', 300), input, ...steps(0, 6)],
      inputIndex: 5,
      windowTokens: 2_400,
    });
    const second = truncateRequest({
      ...frame,
      prompt: [...first.prompt, ...steps(6, 9)],
      inputIndex: first.inputIndex,
      windowTokens: 2_400,
    });
    const lost =
      4 +
      9 * 2 -
      (second.prompt.length - second.inputIndex - 1) -
      second.prompt.slice(0, second.inputIndex).filter(isSaid).length;
    expect(second.leftOut).toBe(lost);
    expect(textsOf(second.prompt[second.inputIndex]).filter((text) => text.includes('left out'))).toHaveLength(1);
  });

  it('shortens the newest results when they alone are too long, and cuts no character in two', () => {
    const huge = '𠮷👨‍👩‍👧龘'.repeat(60_000);
    const prompt = [system, input, ...step('huge', [huge, 'small', huge])];
    const cut = truncateRequest({ ...frame, counter: estimateTokens, prompt, inputIndex: 1, windowTokens: 8_000 });
    expect(cut.requestTokens).toBeLessThanOrEqual(7_200);
    expect(cut.requestTokens).toBeGreaterThan(3_000);
    const results = outputsOf(cut.prompt.at(-1));
    expect(results[1]).toBe('small');
    expect(results[0]).toMatch(/^𠮷👨‍👩‍👧龘[\s\S]*\[\d+ characters are left out here\][\s\S]*龘$/u);
    expect(results[0]?.isWellFormed()).toBe(true);
    expect(orphansIn(cut.prompt)).toEqual([]);
  });

  it('keeps the last words of the kernel behind results that were shortened', () => {
    const prompt = [system, input, ...step('huge', ['r'.repeat(50_000)]), userMessage('wrap up')];
    const cut = truncateRequest({ ...frame, prompt, inputIndex: 1, windowTokens: 4_000 });
    expect(cut.prompt.map(headOf)).toEqual(['S'.repeat(20), 'changing', 'call', 'result', 'wrap up']);
  });

  it('keeps stable text and input, parts no call from its result and fits, after any history and any steps, twice', () => {
    fc.assert(
      fc.property(
        anyHistory,
        anyHistory,
        anyHistory,
        anyText,
        anyText,
        (history, said, more, stableText, inputText) => {
          const windowTokens = 8_000;
          const context = assembleContext({
            stableText,
            changingText: 'now',
            history,
            input: inputText,
            tools: [echo],
            windowTokens,
          });
          const tools = toolTokens(context.tools, estimateTokens);
          let request = { prompt: [...context.prompt], inputIndex: context.inputIndex };
          for (const part of [said, more]) {
            const prompt = [
              ...request.prompt,
              ...part.flatMap(messagesOfPastRound).filter(({ role }) => role !== 'user'),
            ];
            const options = {
              ...request,
              prompt,
              toolTokens: tools,
              windowTokens,
              counter: estimateTokens,
              language: 'zh' as const,
            };
            const cut = truncateRequest(options);
            expect(cut).toEqual(truncateRequest(options));
            if (stableText !== '') expect(cut.prompt[0]).toEqual({ role: 'system', content: stableText });
            const texts = textsOf(cut.prompt[cut.inputIndex]);
            expect(texts[0]).toBe('now');
            expect(texts.at(-1)).toBe(inputText);
            expect(orphansIn(cut.prompt)).toEqual([]);
            expect(cut.requestTokens).toBe(promptTokens(cut.prompt, estimateTokens) + tools);
            expect(cut.requestTokens).toBeLessThanOrEqual(windowTokens * 0.9);
            expect(outputsOf(...cut.prompt).every((text) => text.isWellFormed())).toBe(true);
            request = cut;
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

function isSaid(message: LanguageModelV4Message): boolean {
  return message.role !== 'system' && !textsOf(message).some((text) => text.includes('left out'));
}

function headOf(message: LanguageModelV4Message): string {
  if (message.role === 'system') return message.content.slice(0, 20);
  const [part] = message.content;
  if (part?.type === 'text') return part.text.slice(0, 20);
  return part?.type === 'tool-call' ? 'call' : 'result';
}

function textsOf(message: LanguageModelV4Message | undefined): string[] {
  if (message?.role !== 'user') return [];
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

function outputsOf(...messages: readonly (LanguageModelV4Message | undefined)[]): string[] {
  return messages.flatMap((message) => {
    if (message?.role !== 'tool') return [];
    return message.content.flatMap((part) =>
      part.type === 'tool-result' && 'value' in part.output && typeof part.output.value === 'string'
        ? [part.output.value]
        : [],
    );
  });
}
