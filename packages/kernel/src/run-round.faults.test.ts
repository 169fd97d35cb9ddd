import { describe, expect, it } from 'vitest';
import type { RoundEvent } from './round.ts';
import { runRound } from './run-round.ts';
import { arrangeRound, dataOf, tool } from './testing/builders.ts';
import { runWriting } from './testing/run-writing.ts';

describe('a model that fails', () => {
  it('is asked again after the time that it wants', async () => {
    const { input, waits } = arrangeRound([
      { error: { status: 429, retryAfter: 7 } },
      { error: { status: 503 } },
      'Here I am.',
    ]);
    const { result, entries } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'natural', text: 'Here I am.', steps: 1 });
    expect(waits[0]).toBe(7_000);
    expect(waits[1]).toBeGreaterThanOrEqual(1_000);
    expect(waits[1]).toBeLessThanOrEqual(2_000);
    expect(dataOf(entries, 'kernel.fault')).toMatchObject([
      { code: 'model_rate_limited', attempt: 1, retryInMs: 7_000 },
      { code: 'model_unavailable', attempt: 2 },
    ]);
  });

  it('is given up after two more attempts', async () => {
    const { input, model } = arrangeRound(() => ({ error: { status: 500 } }));
    const { result, entries } = await runWriting(runRound(input));
    expect(model.calls).toHaveLength(3);
    expect(result).toMatchObject({
      end: 'model_failed',
      text: '',
      steps: 0,
      messages: [],
      problem: { code: 'model_unavailable' },
    });
    expect(dataOf(entries, 'kernel.fault').at(-1)?.retryInMs).toBeUndefined();
    expect(entries[0]?.kind).toBe('kernel.context');
  });

  it.each([
    [{ error: { status: 401 } }, 'model_unauthorized'],
    [{ error: { status: 429, retryAfter: 3_600 } }, 'model_rate_limited'],
  ])('is not asked again where that cannot help: %j', async (line, code) => {
    const { input, model, waits } = arrangeRound([line]);
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'model_failed', problem: { code } });
    expect(model.calls).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  it.each([
    { text: 'Half an ans', cut: true },
    { text: 'Half an ans', finish: 'interrupted' as const },
    { text: 'Half an ans', calls: [{ name: 'look' }], cut: true },
    { text: 'Half an ans', streamsError: { message: 'overloaded', code: 529 } },
    { throws: new TypeError('fetch failed') },
  ])('has nothing of a broken answer used: %j', async (line) => {
    let ran = 0;
    const look = tool('look', 'write', () => {
      ran += 1;
      return { output: 'seen' };
    });
    const { input } = arrangeRound([line, 'A whole answer.'], { tools: [look] });
    const { result, entries } = await runWriting(runRound(input));
    expect(result.text).toBe('A whole answer.');
    expect(ran).toBe(0);
    expect(JSON.stringify(entries)).not.toContain('Half');
  });

  it('is stopped at once with errorHandling stop', async () => {
    const { input, model } = arrangeRound([{ error: { status: 503 } }], {}, { errorHandling: 'stop' });
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'model_failed', text: '' });
    expect(model.calls).toHaveLength(1);
  });

  it('is asked once more without tools with errorHandling degrade', async () => {
    const script = [{ calls: [{ name: 'echo' }] }, { error: { status: 503 } }, 'I looked and could not finish.'];
    const { input, model, waits } = arrangeRound(script, {}, { errorHandling: 'degrade' });
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({
      end: 'natural',
      text: 'I looked and could not finish.',
      problem: { code: 'model_unavailable' },
    });
    expect(model.calls.map(({ tools }) => tools?.length)).toEqual([1, 1, undefined]);
    expect(waits).toHaveLength(1);
  });

  it('leaves a degraded round with fixed words when it fails again', async () => {
    const script = [{ calls: [{ name: 'echo' }] }, { error: { status: 503 } }, { error: { status: 503 } }];
    const { input } = arrangeRound(script, {}, { errorHandling: 'degrade', language: 'zh' });
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'model_failed', text: expect.stringContaining('echo') });
    expect(result.messages.at(-1)).toEqual({ role: 'assistant', text: result.text, calls: [] });
  });

  it('that returns nothing is asked once more, and then has said nothing', async () => {
    const { input, model } = arrangeRound([{ text: '' }, { text: ' \n' }]);
    const { result, entries } = await runWriting(runRound(input));
    expect(model.calls).toHaveLength(2);
    expect(result).toMatchObject({ end: 'natural', text: '', messages: [] });
    expect(dataOf(entries, 'kernel.fault')).toMatchObject([{ code: 'model_returned_nothing' }]);
  });

  it('that returns nothing and then speaks has spoken', async () => {
    const { input } = arrangeRound([{}, 'Now.']);
    expect((await runWriting(runRound(input))).result).toMatchObject({ end: 'natural', text: 'Now.' });
  });

  it('that is silent for too long counts as failed', async () => {
    const script = [{ text: 'Half', hangs: true }, 'A whole answer.'];
    const { input, model } = arrangeRound(script, {}, { modelTimeoutMs: 20 });
    const { result, entries } = await runWriting(runRound(input));
    expect(result.text).toBe('A whole answer.');
    expect(dataOf(entries, 'kernel.fault')).toMatchObject([{ code: 'model_timeout' }]);
    expect(model.calls[0]?.abortSignal?.aborted).toBe(true);
  });

  it('tells a listener that what it showed is void', async () => {
    const events: RoundEvent[] = [];
    const { input } = arrangeRound([{ text: 'Half', cut: true }, 'Whole.'], { onEvent: (event) => events.push(event) });
    await runWriting(runRound(input));
    expect(events.map(({ type }) => type)).toEqual([
      'step_started',
      'text_delta',
      'retrying',
      'text_delta',
      'step_ended',
    ]);
  });
});

describe('a round that is aborted', () => {
  it('before it begins asks nobody', async () => {
    const { input, model } = arrangeRound([], { signal: AbortSignal.abort() });
    const { result, entries } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'aborted', text: '', messages: [] });
    expect(model.calls).toHaveLength(0);
    expect(entries.map(({ kind }) => kind)).toEqual(['kernel.context']);
  });

  it('keeps what was said until then, also of a model that ignores its signal', async () => {
    const abort = new AbortController();
    const { input } = arrangeRound([{ text: 'So far', hangs: true }], {
      signal: abort.signal,
      onEvent: (event) => {
        if (event.type === 'text_delta') abort.abort();
      },
    });
    const { result, entries } = await runWriting(runRound(input));
    expect(result).toMatchObject({
      end: 'aborted',
      text: 'So far',
      messages: [{ role: 'assistant', text: 'So far', calls: [] }],
    });
    expect(dataOf(entries, 'kernel.step')).toMatchObject([{ text: 'So far', finish: 'aborted' }]);
  });

  it('does not wait for a stream that never begins', async () => {
    const abort = new AbortController();
    const { input, model } = arrangeRound([], { signal: abort.signal });
    const stuck = { ...model, doStream: () => new Promise<never>(() => {}) };
    const running = runWriting(runRound({ ...input, model: stuck }));
    setTimeout(() => abort.abort(), 5);
    expect((await running).result.end).toBe('aborted');
  });

  it('while calls run lets those finish, runs none after them, and parts no call from its result', async () => {
    const abort = new AbortController();
    const ran: string[] = [];
    const tools = ['first', 'second'].map((name) =>
      tool(name, 'write', ({ signal }) => {
        ran.push(name);
        abort.abort();
        return { output: { aborted: signal?.aborted ?? false } };
      }),
    );
    const { input } = arrangeRound([{ calls: [{ name: 'first' }, { name: 'second' }] }], {
      tools,
      signal: abort.signal,
    });
    const { result } = await runWriting(runRound(input));
    expect(ran).toEqual(['first']);
    expect(result.end).toBe('aborted');
    expect(result.messages[1]).toMatchObject({
      results: [
        { name: 'first', output: { aborted: true } },
        { name: 'second', isError: true, output: { error: 'aborted' } },
      ],
    });
  });

  it('while it waits for a retry does not ask again', async () => {
    const abort = new AbortController();
    const { input, model } = arrangeRound([{ error: { status: 503 } }], {
      signal: abort.signal,
      ports: { sleep: async () => abort.abort() },
    });
    expect((await runWriting(runRound(input))).result.end).toBe('aborted');
    expect(model.calls).toHaveLength(1);
  });

  it('waits for real when no other clock is given, and wakes on abort', async () => {
    const abort = new AbortController();
    const { input } = arrangeRound([{ error: { status: 503, retryAfter: 30 } }], { signal: abort.signal });
    setTimeout(() => abort.abort(), 5);
    expect((await runWriting(runRound({ ...input, ports: {} }))).result.end).toBe('aborted');
  });
});
