import { canonicalJson } from '@rolecall/base';
import type { JournalEntry } from '@rolecall/journal';
import { type RecordedCall, type ResultsData, resultsEntry, type StepData } from '../entries.ts';
import type { ParsedCall } from '../parse-call.ts';
import type { Recorder } from '../recorder.ts';
import type { RoundTool } from '../round.ts';
import { runCalls } from '../run-calls.ts';
import { isAgentEntry } from './agent-entries.ts';
import type { AgentKit } from './agent-kit.ts';

/** A step whose results were never recorded. */
export interface UnfinishedStep {
  readonly step: number;
  readonly calls: readonly RecordedCall[];
}

/** The last step of an interrupted round, when its calls have no results on record. */
export function unfinishedStep(entries: readonly JournalEntry[]): UnfinishedStep | undefined {
  const last = entries.findLast(({ kind }) => kind === 'kernel.step' || kind === 'kernel.results');
  if (last?.kind !== 'kernel.step') return undefined;
  const { calls } = last.data as StepData;
  return Array.isArray(calls) && calls.length > 0 ? { step: last.step ?? 1, calls } : undefined;
}

/** What the calls are finished with. */
export interface FinishingWork {
  readonly tools: readonly RoundTool[];
  readonly kit: AgentKit;
  readonly signal: AbortSignal | undefined;
  readonly record: Recorder;
}

/**
 * Finishes the calls of an interrupted step: reads run again, a write that had not begun runs now, and of one that had
 * begun the outcome is unknown; it never runs twice. A question or an approval that was asked stays asked.
 */
export async function finishCalls(
  { step, calls }: UnfinishedStep,
  entries: readonly JournalEntry[],
  { tools, kit, signal, record }: FinishingWork,
): Promise<void> {
  const started = new Set(
    entries.flatMap((entry) =>
      isAgentEntry(entry, 'agent.call_started') && entry.step === step ? [entry.data.id] : [],
    ),
  );
  const waiting = new Set(
    entries.flatMap((entry) => (isAgentEntry(entry, 'agent.call_waits') && entry.step === step ? [entry.data.id] : [])),
  );
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const outcomes = await runCalls(
    calls.filter(({ id }) => !waiting.has(id)).map((call) => parsedOf(call, byName)),
    {
      step,
      language: kit.language,
      signal,
      record,
      holdBack: ({ id }) => (started.has(id) ? { code: 'outcome_unknown' } : undefined),
      tell: undefined,
      onToolThrew: (thrown) => kit.options.onProblem?.(thrown),
    },
  );
  const results = calls.flatMap(({ id, name }): ResultsData['results'][number][] => {
    if (waiting.has(id)) return [{ id, name, output: { status: 'waiting' } }];
    const outcome = outcomes.find((one) => one.id === id);
    return outcome ? [{ id, name, output: outcome.output, ...(outcome.isError ? { isError: true } : {}) }] : [];
  });
  const endsRound = waiting.size > 0 || outcomes.some((outcome) => outcome.endsRound);
  await record({ entries: [resultsEntry(step, { results, endsRound })] });
}

function parsedOf(call: RecordedCall, tools: ReadonlyMap<string, RoundTool>): ParsedCall {
  const { id, name, input } = call;
  const tool = tools.get(name);
  const signature = canonicalJson(input);
  if (call.malformed !== undefined) {
    return {
      id,
      name,
      input,
      signature,
      plan: { kind: 'answer', problem: { code: 'arguments_not_json', received: call.malformed } },
    };
  }
  if (!tool)
    return {
      id,
      name,
      input,
      signature,
      plan: { kind: 'answer', problem: { code: 'tool_unknown', name, nearest: undefined } },
    };
  return { id, name, input, signature, plan: { kind: 'run', tool } };
}
