import { describe, expect, it } from 'vitest';
import { arrangeAgent, packOf, textsOf, toolNamesOf } from '../../testing/arrange-agent.ts';
import type { CodeOutcome, CodeRequest, CodeRunner } from './code-runner.ts';

function runnerOf(outcome: Partial<CodeOutcome>, ran: CodeRequest[] = []): CodeRunner {
  return {
    languages: ['javascript'],
    isolation: { network: 'denied', files: 'own_folder', processes: 'none' },
    limits: { timeMs: 10_000, memoryBytes: 256_000_000, outputBytes: 1_000 },
    async run(request) {
      ran.push(request);
      return { end: 'ended', exitCode: 0, output: '', errors: '', ...outcome };
    },
  };
}

async function told(outcome: Partial<CodeOutcome>, input: Record<string, string> = { code: 'console.log(1)' }) {
  const ran: CodeRequest[] = [];
  const { agent, model } = arrangeAgent([{ calls: [{ name: 'run_code', input }] }, '好'], {
    codeRunner: runnerOf(outcome, ran),
    language: 'en',
  });
  await agent.conversation().send('x');
  return { ran, answer: JSON.parse(textsOf(model.calls[1]).at(-1) ?? '') };
}

describe('run_code', () => {
  it('is privileged, and a write: it is not there for a pack that only reads', async () => {
    const namesFor = async (strategy: object, manifest: object) => {
      const rolePack = await packOf(strategy, {}, manifest);
      const { agent, model } = arrangeAgent(['好'], { rolePack, codeRunner: runnerOf({}) });
      await agent.conversation().send('x');
      return toolNamesOf(model.calls[0]);
    };
    const named = { capabilities: [{ capability: 'code:execute' }] };
    expect(await namesFor({}, named)).toContain('run_code');
    expect(await namesFor({}, { capabilities: [] })).not.toContain('run_code');
    expect(await namesFor({ act: { toolReadonly: 'readonly' } }, named)).not.toContain('run_code');
  });

  it('shows the person the code before it runs, whole', async () => {
    const ran: CodeRequest[] = [];
    const code = `const a = 1;\nconsole.log(a, '${'x'.repeat(500)}')`;
    const { agent } = arrangeAgent([{ calls: [{ name: 'run_code', input: { code, input: 'data' } }] }, '好'], {
      codeRunner: runnerOf({ output: '1' }, ran),
      confirmWrites: true,
    });
    const { approvals } = await agent.conversation('c').send('x');
    expect(approvals[0]?.preview?.text).toBe(`${code}\n\n< data`);
    expect(ran).toEqual([]);
    await agent.conversation('c').decide(approvals[0]?.id ?? '', 'approve');
    expect(ran).toMatchObject([{ code, input: 'data' }]);
  });

  it('tells what came of it', async () => {
    expect((await told({ output: '42\n' })).answer).toEqual({ output: '42\n' });
    expect((await told({})).answer).toEqual({ output: '', note: 'Nothing was printed.' });
    expect((await told({ exitCode: 1, errors: 'TypeError' })).answer).toEqual({
      error: 'code_failed',
      exit_code: 1,
      output: '',
      errors: 'TypeError',
    });
    expect((await told({ end: 'timed_out', exitCode: undefined, output: 'begun' })).answer).toMatchObject({
      error: 'timed_out',
      limit: '10000 ms',
      output: 'begun',
    });
    expect((await told({ end: 'out_of_memory', exitCode: undefined })).answer).toMatchObject({
      error: 'out_of_memory',
    });
  });

  it('runs nothing for input that is none', async () => {
    for (const [input, error] of [
      [{}, 'code_missing'],
      [{ code: 'x'.repeat(100_001) }, 'code_too_long'],
      [{ code: 'x', language: 'perl' }, 'language_unknown'],
    ] as const) {
      const { ran, answer } = await told({}, input as Record<string, string>);
      expect([ran, answer.error]).toEqual([[], error]);
    }
  });

  it('says to the model what holds it', async () => {
    const { agent, model } = arrangeAgent(['好'], { codeRunner: runnerOf({}), language: 'en' });
    await agent.conversation().send('x');
    const tool = model.calls[0]?.tools?.find(({ name }) => name === 'run_code');
    expect(tool).toMatchObject({
      description: expect.stringMatching(/10 s and 256 MB, no network, an empty temporary/),
    });
  });
});
