import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { CommitDraft } from '@rolecall/journal';
import { describe, expect, it } from 'vitest';
import type { RoundEvent, RoundToolCall } from './round.ts';
import { runRound } from './run-round.ts';
import { arrangeRound, dataOf, tool, writingTool } from './testing/builders.ts';
import { runWriting } from './testing/run-writing.ts';

const note = (name: string): CommitDraft => ({ entries: [{ kind: 'test.note', kindVersion: 1, data: { name } }] });

describe('runRound', () => {
  it('answers what the model says', async () => {
    const { input, model } = arrangeRound([{ text: 'Good day.', usage: { inputTokens: 40, outputTokens: 3 } }]);
    const { result, entries } = await runWriting(runRound(input));
    expect(result).toMatchObject({
      end: 'natural',
      text: 'Good day.',
      steps: 1,
      usage: { inputTokens: 40, outputTokens: 3 },
      messages: [{ role: 'assistant', text: 'Good day.', calls: [] }],
    });
    expect(entries.map(({ kind }) => kind)).toEqual(['kernel.context', 'kernel.step']);
    expect(entries[1]).toMatchObject({
      step: 1,
      data: {
        text: 'Good day.',
        calls: [],
        finish: 'stop',
        model: 'scripted/test',
        usage: { inputTokens: 40, outputTokens: 3 },
      },
    });
    expect(model.calls[0]).toMatchObject({ tools: [{ name: 'echo' }] });
  });

  it('hands options to the provider as they were given', async () => {
    const providerOptions = { rolecall: { space: { keys: ['order:cancel'] } } };
    const { input, model } = arrangeRound(['ok'], {}, { temperature: 0.3, outputLimit: 500, providerOptions });
    await runWriting(runRound(input));
    expect(model.calls[0]).toMatchObject({ temperature: 0.3, maxOutputTokens: 500 });
    expect(model.calls[0]?.providerOptions).toBe(providerOptions);
  });

  it('never asks for more output than the window has left', async () => {
    const { input, model } = arrangeRound(['ok'], {}, { outputLimit: 32_000, windowTokens: 32_000 });
    await runWriting(runRound(input));
    expect(model.calls[0]?.maxOutputTokens).toBeGreaterThan(31_000);
    expect(model.calls[0]?.maxOutputTokens).toBeLessThan(32_000);
  });

  it('commits what the model said before any of its calls runs, and the results before the next step', async () => {
    const order: string[] = [];
    const look = tool('look', 'read', () => {
      order.push('look runs');
      return { output: 'seen' };
    });
    const { input } = arrangeRound(
      [
        { text: 'I look.', calls: [{ name: 'look' }] },
        () => {
          order.push('second step');
          return 'Seen.';
        },
      ],
      { tools: [look] },
    );
    const { result, commits } = await runWriting(runRound(input), (commit) => {
      order.push(commit.entries.map(({ kind }) => kind).join('+'));
    });
    expect(order).toEqual(['kernel.context+kernel.step', 'look runs', 'kernel.results', 'second step', 'kernel.step']);
    expect(commits[0]?.entries[1]?.personal).toEqual(['text', 'calls']);
    expect(commits[1]?.entries[0]?.personal).toEqual(['results']);
    expect(result.text).toBe('Seen.');
    expect(result.messages).toEqual([
      { role: 'assistant', text: 'I look.', calls: [{ id: 'call_1_1', name: 'look', input: {} }] },
      { role: 'tool', results: [{ id: 'call_1_1', name: 'look', output: 'seen' }] },
      { role: 'assistant', text: 'Seen.', calls: [] },
    ]);
  });

  it('runs the reads of a step at the same time, then its writes one by one, and keeps results in source order', async () => {
    const log: string[] = [];
    const names = ['w1', 'r1', 'w2', 'r2'];
    const second = Promise.withResolvers<void>();
    const tools = names.map((name) =>
      writingTool(name, name.startsWith('r') ? 'read' : 'write', async function* () {
        log.push(`${name} begins`);
        if (name === 'r1') await second.promise;
        yield note(name);
        log.push(`${name} ends`);
        if (name === 'r2') second.resolve();
        return { output: name };
      }),
    );
    const { input } = arrangeRound([{ calls: names.map((name) => ({ name })) }, 'Done.'], { tools });
    const { result, entries } = await runWriting(runRound(input));
    expect(log).toEqual([
      'r1 begins',
      'r2 begins',
      'r2 ends',
      'r1 ends',
      'w1 begins',
      'w1 ends',
      'w2 begins',
      'w2 ends',
    ]);
    expect(dataOf(entries, 'test.note').map(({ name }) => name)).toEqual(['r2', 'r1', 'w1', 'w2']);
    expect(result.messages[1]).toMatchObject({ role: 'tool', results: names.map((name) => ({ name, output: name })) });
  });

  it('ends after the calls of a step when one of their results ends it, and asks the model nothing more', async () => {
    const ran: string[] = [];
    const tools = ['ask', 'write'].map((name) =>
      tool(name, 'write', () => {
        ran.push(name);
        return { output: 'shown', endsRound: name === 'ask' };
      }),
    );
    const { input, model } = arrangeRound([{ text: 'Beside it.', calls: [{ name: 'ask' }, { name: 'write' }] }], {
      tools,
    });
    const { result } = await runWriting(runRound(input));
    expect(ran).toEqual(['ask', 'write']);
    expect(result).toMatchObject({ end: 'ended_by_tool', text: '' });
    expect(result.messages.at(-1)).toMatchObject({ role: 'tool' });
    expect(model.calls).toHaveLength(1);
  });

  it('sends back what the model got wrong, and no tool hears of it', async () => {
    const seen: RoundToolCall[] = [];
    const look = tool('look', 'write', (call) => {
      seen.push(call);
      return { output: 'seen' };
    });
    const { input, model } = arrangeRound(
      [
        {
          deltaCharacters: 3,
          calls: [
            { name: 'look', argumentsText: '{"order": ' },
            { name: 'look', argumentsText: '[1, 2]' },
            { name: 'lock', input: { a: 1 } },
            { name: 'look', input: { a: 1 } },
          ],
        },
        'Sorry.',
      ],
      { tools: [look] },
    );
    const { result, entries } = await runWriting(runRound(input));
    expect(seen).toMatchObject([{ id: 'call_1_4', name: 'look', input: { a: 1 }, step: 1 }]);
    expect(result.messages[1]).toMatchObject({
      results: [
        { id: 'call_1_1', isError: true, output: { error: 'arguments_not_json' } },
        { id: 'call_1_2', isError: true, output: { error: 'arguments_not_object' } },
        { id: 'call_1_3', isError: true, output: { error: 'tool_unknown', message: expect.stringContaining('look') } },
        { id: 'call_1_4', output: 'seen' },
      ],
    });
    expect(dataOf(entries, 'kernel.step')[0]?.calls).toMatchObject([
      { input: {}, malformed: '{"order": ' },
      {},
      {},
      {},
    ]);
    expect(resultTypes(model.calls[1]?.prompt)).toEqual(['error-json', 'error-json', 'error-json', 'text']);
  });

  it('takes what a tool throws as an outcome that is not known, and tells the model nothing of it', async () => {
    const thrown: unknown[] = [];
    const fail = tool('fail', 'write', () => {
      throw new Error('password hunter2');
    });
    const { input } = arrangeRound([{ calls: [{ name: 'fail' }] }, 'Sorry.'], {
      tools: [fail],
      ports: { onToolThrew: (error) => thrown.push(error) },
    });
    const { result, commits } = await runWriting(runRound(input));
    expect(result.messages[1]).toMatchObject({ results: [{ isError: true, output: { error: 'tool_failed' } }] });
    expect(JSON.stringify(commits)).not.toContain('hunter2');
    expect(thrown).toEqual([new Error('password hunter2')]);
  });

  it('gives each call an id of its own when a provider repeats them', async () => {
    const { input } = arrangeRound([
      {
        calls: [
          { name: 'echo', id: 'x', input: { n: 1 } },
          { name: 'echo', id: 'x', input: { n: 2 } },
        ],
      },
      { calls: [{ name: 'echo', id: 'x', input: { n: 3 } }] },
      'Done.',
    ]);
    const { result } = await runWriting(runRound(input));
    const ids = result.messages.flatMap((message) =>
      message.role === 'tool' ? message.results.map(({ id }) => id) : [],
    );
    expect(ids).toEqual(['x', 'x~2', 'x~3']);
  });

  it('is not harmed by a listener that throws', async () => {
    const warned = new Promise((resolve) => process.once('warning', resolve));
    const { input } = arrangeRound(['Done.'], {
      onEvent: () => {
        throw new Error('listener broken');
      },
    });
    expect((await runWriting(runRound(input))).result.text).toBe('Done.');
    expect(await warned).toMatchObject({ message: 'listener broken' });
  });

  it('tells what happens as it happens', async () => {
    const events: RoundEvent[] = [];
    const script = [{ text: 'One two', deltaCharacters: 4, calls: [{ name: 'echo' }] }, 'Done.'];
    const { input } = arrangeRound(script, { onEvent: (event) => events.push(event) });
    await runWriting(runRound(input));
    expect(events).toEqual([
      { type: 'step_started', step: 1 },
      { type: 'text_delta', step: 1, text: 'One ' },
      { type: 'text_delta', step: 1, text: 'two' },
      { type: 'step_ended', step: 1, finish: 'tool-calls' },
      { type: 'call_started', step: 1, id: 'call_1_1', name: 'echo', input: {} },
      { type: 'call_ended', step: 1, id: 'call_1_1', name: 'echo', isError: false, output: {} },
      { type: 'step_started', step: 2 },
      { type: 'text_delta', step: 2, text: 'Done.' },
      { type: 'step_ended', step: 2, finish: 'stop' },
    ]);
  });

  it('shows the provider its own reasoning again within the round', async () => {
    const { input, model } = arrangeRound([{ reasoning: 'Hm.', text: 'I look.', calls: [{ name: 'echo' }] }, 'Done.']);
    await runWriting(runRound(input));
    const assistant = model.calls[1]?.prompt.find(({ role }) => role === 'assistant');
    expect(assistant?.content).toMatchObject([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', toolCallId: 'call_1_1' },
    ]);
  });

  it('sends each step what the one before sent, and adds to it', async () => {
    const calls = (n: number) => ({ calls: [{ name: 'echo', input: { n } }] });
    const { input, model } = arrangeRound([calls(1), calls(2), calls(3), 'Done.']);
    await runWriting(runRound(input));
    expect(model.calls.map(({ prompt }) => prompt.length)).toEqual([2, 4, 6, 8]);
    for (const [index, { prompt }] of model.calls.slice(1).entries()) {
      const before = model.calls[index]?.prompt ?? [];
      expect(prompt.slice(0, before.length).every((message, place) => message === before[place])).toBe(true);
    }
  });

  it('says how the window was divided, once', async () => {
    const { input } = arrangeRound([{ calls: [{ name: 'echo' }] }, 'Done.'], {
      history: [{ round: 'r1', messages: [{ role: 'user', text: 'hi' }] }],
    });
    const { entries } = await runWriting(runRound(input));
    expect(dataOf(entries, 'kernel.context')).toEqual([
      expect.objectContaining({
        windowTokens: 32_000,
        roundsLoaded: 1,
        rounds: ['r1'],
        isRunnable: true,
        isEstimated: true,
      }),
    ]);
  });

  it('refuses an input that leaves no room to run, before anything is sent', async () => {
    const { input, model } = arrangeRound([], { input: '很长'.repeat(25_000) }, { language: 'zh' });
    const { result, entries } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'refused', steps: 0, problem: { code: 'input_too_long' } });
    expect(result.text).toMatch(/缩短.*文件/);
    expect(model.calls).toHaveLength(0);
    expect(entries.map(({ kind }) => kind)).toEqual(['kernel.context', 'kernel.closing']);
  });

  it('refuses when the fixed part alone fills the window, and does not blame the input', async () => {
    const { input } = arrangeRound([], { stableText: '字'.repeat(30_000) });
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'refused', problem: { code: 'context_too_small' } });
    expect(result.text).not.toMatch(/shorten/);
  });

  it('cuts a request that a huge result has made too long, and goes on', async () => {
    const look = tool('look', 'read', () => ({ output: '结果'.repeat(350_000) }));
    const { input, model } = arrangeRound([{ calls: [{ name: 'look' }] }, 'Done.'], {
      tools: [look],
      input: '当前输入𠮷',
    });
    const { result, entries } = await runWriting(runRound(input));
    expect(result.text).toBe('Done.');
    const [, second] = dataOf(entries, 'kernel.step');
    expect(second?.requestTokens).toBeLessThanOrEqual(32_000 * 0.9);
    expect(JSON.stringify(model.calls[1]?.prompt)).toContain('当前输入𠮷');
    expect(JSON.stringify(model.calls[1]?.prompt)).toContain('characters are left out here');
    expect(JSON.stringify(result.messages[1])).toContain('结果'.repeat(350_000));
  });
});

function resultTypes(prompt: LanguageModelV4Prompt | undefined): string[] {
  return (prompt ?? []).flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) => (part.type === 'tool-result' ? [part.output.type] : []))
      : [],
  );
}
