import type { JournalEntry } from '@rolecall/journal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KERNEL_ENTRY_KINDS, messagesOfRound } from './entries.ts';
import { messagesOfPastRound } from './prompt.ts';
import { runRound } from './run-round.ts';
import { arrangeRound, echo, tool } from './testing/builders.ts';
import { orphansIn } from './testing/orphans.ts';
import { runWriting } from './testing/run-writing.ts';
import type { ScriptedStep } from './testing/scripted-model.ts';

const flaky = tool('flaky', 'write', ({ input }) => {
  if (input.fails === true) throw new Error('broken');
  return { output: input, endsRound: input.ends === true };
});

const anyCall = fc.oneof(
  fc.record({ name: fc.constant('echo'), input: fc.record({ n: fc.nat(3), text: fc.string() }) }),
  fc.record({
    name: fc.constant('flaky'),
    input: fc.record({ fails: fc.boolean(), ends: fc.constant(false), n: fc.nat(2) }),
  }),
  fc.record({ name: fc.constantFrom('echo', 'nothing'), argumentsText: fc.constantFrom('{', '[]', '', '{"a":"𠮷"}') }),
);

const anyStep: fc.Arbitrary<ScriptedStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      text: fc.constantFrom('', 'I look.', '查一下𠮷'),
      calls: fc.array(anyCall, { maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<ScriptedStep>(
      'Done.',
      { text: '' },
      { text: 'half', cut: true },
      { error: { status: 503 } },
    ),
  },
  { weight: 1, arbitrary: fc.constant<ScriptedStep>({ calls: [{ name: 'flaky', input: { ends: true } }] }) },
);

describe('messagesOfRound', () => {
  it('rebuilds from the entries exactly the messages that the round had, whatever happened in it', async () => {
    const settings = fc.record({
      script: fc.array(anyStep, { maxLength: 8 }),
      maxIterations: fc.integer({ min: 1, max: 6 }),
      errorHandling: fc.constantFrom('retry' as const, 'degrade' as const, 'stop' as const),
      abortsAfter: fc.option(fc.nat(6), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(settings, async ({ script, maxIterations, errorHandling, abortsAfter }) => {
        const abort = new AbortController();
        let commits = 0;
        const { input } = arrangeRound(
          script,
          { tools: [echo, flaky], signal: abort.signal, ports: { onToolThrew: () => {} } },
          { maxIterations, errorHandling },
        );
        const { result, entries } = await runWriting(runRound(input), () => {
          if (commits++ === abortsAfter) abort.abort();
        });
        const stored = JSON.parse(JSON.stringify(entries)) as JournalEntry[];
        expect(messagesOfRound(stored)).toEqual(result.messages);
        expect(orphansIn(messagesOfPastRound({ round: 'r', messages: result.messages }))).toEqual([]);
        for (const { kind } of entries) expect(KERNEL_ENTRY_KINDS).toContain(kind);
        if (result.end === 'step_limit') expect(result.text).not.toBe('');
        if (result.end !== 'natural' && result.end !== 'ended_by_tool' && result.end !== 'aborted')
          expect(result.problem).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });

  it('passes over entries of other rooms and what a deletion has left', () => {
    const entry = { conversation: 'c', at: '', engine: 'e', kindVersion: 1 };
    const gone = { $deleted: true };
    expect(
      messagesOfRound([
        { ...entry, sequence: 1, kind: 'gate.decision', data: { text: 'x', calls: [] } },
        { ...entry, sequence: 2, kind: 'kernel.step', data: { text: gone, calls: gone } },
        { ...entry, sequence: 3, kind: 'kernel.results', data: { results: gone } },
      ]),
    ).toEqual([]);
  });
});
