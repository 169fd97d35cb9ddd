import { describe, expect, it } from 'vitest';
import { runRound } from './run-round.ts';
import { arrangeRound, dataOf, echo, tool } from './testing/builders.ts';
import { runWriting } from './testing/run-writing.ts';
import type { ScriptedAnswer } from './testing/scripted-model.ts';

/** A model that always wants another call, and says what it is told to say where it has no tools. */
const insatiable =
  (last: string): ScriptedAnswer =>
  ({ tools }, number) =>
    tools ? { calls: [{ name: 'echo', input: { number } }] } : last;

describe('the limits of a round', () => {
  it('gives the model one last step without tools when its steps are used up', async () => {
    const { input, model } = arrangeRound(insatiable('Three looks done, the rest is left.'), {}, { maxIterations: 3 });
    const { result, entries } = await runWriting(runRound(input));
    expect(result).toMatchObject({
      end: 'step_limit',
      steps: 4,
      text: 'Three looks done, the rest is left.',
      problem: { code: 'step_limit' },
    });
    expect(model.calls.map(({ tools }) => tools?.length)).toEqual([1, 1, 1, undefined]);
    expect(model.calls[3]?.prompt.at(-1)).toMatchObject({
      role: 'user',
      content: [{ text: expect.stringMatching(/what is done.*what is left/) }],
    });
    expect(dataOf(entries, 'kernel.step').at(-1)).toMatchObject({ closing: 'step_limit' });
    expect(result.messages.at(-1)).toEqual({
      role: 'assistant',
      text: 'Three looks done, the rest is left.',
      calls: [],
    });
  });

  it.each([
    ['zh', /步数已经用完.*查一查 ×2、记一笔（1 次未成功）/],
    ['en', /steps of this round.*查一查 ×2, 记一笔 \(1 unsuccessful\)/],
  ] as const)('says itself what ran when the model says nothing (%s)', async (language, expected) => {
    const look = { ...tool('look', 'read', ({ input }) => ({ output: input })), title: '查一查' };
    const write = { ...tool('write', 'write', () => ({ output: 'no', isError: true })), title: '记一笔' };
    const { input } = arrangeRound(
      ({ tools }, number) => (tools ? { calls: [{ name: number === 3 ? 'write' : 'look', input: { number } }] } : ''),
      { tools: [look, write] },
      { maxIterations: 3, language },
    );
    const { result, entries } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'step_limit' });
    expect(result.text).toMatch(expected);
    expect(dataOf(entries, 'kernel.closing')).toEqual([{ reason: 'step_limit', text: result.text }]);
    expect(result.messages.at(-1)).toEqual({ role: 'assistant', text: result.text, calls: [] });
  });

  it('does not take calls of a last step, and says itself what ran', async () => {
    const { input } = arrangeRound(() => ({ calls: [{ name: 'echo' }] }), {}, { maxIterations: 1 });
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'step_limit', text: expect.stringContaining('echo') });
    expect(result.messages.filter(({ role }) => role === 'tool')).toHaveLength(1);
  });

  it('says itself what ran when the last step fails', async () => {
    const script = [{ calls: [{ name: 'echo' }] }, { error: { status: 400 } }];
    const { input } = arrangeRound(script, {}, { maxIterations: 1 });
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'step_limit', text: expect.stringContaining('echo') });
  });

  it('stops a call that brings nothing new, and ends the round after it', async () => {
    let ran = 0;
    const look = tool('look', 'read', () => {
      ran += 1;
      return { output: { found: 0 } };
    });
    const { input } = arrangeRound(
      ({ tools }, number) =>
        tools
          ? { calls: [{ name: 'look', argumentsText: number % 2 ? '{"a":1,"b":2}' : '{"b":2,"a":1}' }] }
          : 'I found nothing.',
      { tools: [look] },
    );
    const { result } = await runWriting(runRound(input));
    expect(ran).toBe(3);
    expect(result).toMatchObject({ end: 'step_limit', text: 'I found nothing.', problem: { code: 'no_progress' } });
    const last = result.messages.findLast(({ role }) => role === 'tool');
    expect(last).toMatchObject({ results: [{ isError: true, output: { error: 'no_progress' } }] });
  });

  it('stops a model that goes on calling what does not exist', async () => {
    const { input, model } = arrangeRound(({ tools }) => (tools ? { calls: [{ name: 'nothing' }] } : 'Sorry.'));
    const { result } = await runWriting(runRound(input));
    expect(result.problem?.code).toBe('no_progress');
    expect(model.calls).toHaveLength(5);
  });

  it('runs no more calls than the budget allows, and wraps up', async () => {
    let ran = 0;
    const look = tool('look', 'read', ({ input }) => {
      ran += 1;
      return { output: input };
    });
    const three = [1, 2, 3].map((n) => ({ name: 'look', input: { n } }));
    const { input } = arrangeRound(
      [{ calls: three }, { calls: three }, 'Four of six.'],
      { tools: [look] },
      { callBudget: 4 },
    );
    const { result } = await runWriting(runRound(input));
    expect(ran).toBe(4);
    expect(result).toMatchObject({ end: 'step_limit', text: 'Four of six.', problem: { code: 'call_limit' } });
    expect(result.messages.findLast(({ role }) => role === 'tool')).toMatchObject({
      results: [{ output: { n: 1 } }, { output: { error: 'call_limit' } }, { output: { error: 'call_limit' } }],
    });
  });

  it('wraps up when its tokens are used up', async () => {
    const usage = { inputTokens: 900, outputTokens: 100 };
    const { input, model } = arrangeRound(
      ({ tools }, number) =>
        tools ? { calls: [{ name: 'echo', input: { number } }], usage } : { text: 'Enough.', usage },
      {},
      { tokenBudget: 2_500 },
    );
    const { result } = await runWriting(runRound(input));
    expect(model.calls).toHaveLength(4);
    expect(result).toMatchObject({ end: 'step_limit', text: 'Enough.', problem: { code: 'token_limit' } });
    expect(result.usage).toEqual({ inputTokens: 3_600, outputTokens: 400 });
  });

  it('keeps every request inside the window over many steps with large results', async () => {
    const look = tool('look', 'read', ({ input }) => ({
      output: `${String(input.number)}：${'库存记录'.repeat(600)}`,
    }));
    const { input, model } = arrangeRound(
      ({ tools }, number) =>
        tools ? { calls: [1, 2].map((n) => ({ name: 'look', input: { number, n } })) } : '完成。',
      { tools: [look, echo], input: '逐条检查𠮷' },
      { windowTokens: 16_000, maxIterations: 30, language: 'zh' },
    );
    const { result, entries } = await runWriting(runRound(input));
    const steps = dataOf(entries, 'kernel.step');
    expect(steps).toHaveLength(31);
    for (const { requestTokens } of steps) expect(requestTokens).toBeLessThanOrEqual(16_000);
    expect(Number(steps.at(-1)?.leftOut)).toBeGreaterThan(20);
    for (const { prompt } of model.calls) {
      expect(prompt[0]).toEqual({ role: 'system', content: 'You are a test.' });
      expect(JSON.stringify(prompt)).toContain('逐条检查𠮷');
    }
    expect(result.messages).toHaveLength(61);
  });
});
