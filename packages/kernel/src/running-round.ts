import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { type Clock, systemClock } from '@rolecall/base';
import type { EntryDraft } from '@rolecall/journal';
import { type AssembledContext, assembleContext } from './assemble-context.ts';
import { contextEntry, type StepUsage } from './entries.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { messageTokens, toolTokens } from './message-tokens.ts';
import { type ProgressWatch, watchProgress } from './progress.ts';
import type { PastMessage, RoundEvent, RoundInput, RoundTool, RoundToolCall } from './round.ts';
import type { CallOutcome } from './run-calls.ts';
import type { CallTally } from './sentences.ts';
import type { TokenCounter } from './token-counter.ts';
import { truncateRequest } from './truncate-request.ts';

/** A round under way. The one thing in the kernel that changes; it lives as long as `runRound` does. */
export interface RunningRound {
  readonly input: RoundInput;
  readonly context: AssembledContext;
  readonly tools: ReadonlyMap<string, RoundTool>;
  readonly toolTokens: number;
  readonly counter: TokenCounter;
  readonly clock: Clock;
  readonly redact: <Value>(value: Value) => Value;
  readonly sleep: (delayMs: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly tell: (event: RoundEvent) => void;
  readonly onToolThrew: (thrown: unknown, call: RoundToolCall) => void;
  readonly progress: ProgressWatch;
  readonly callIds: Set<string>;
  /** What the next request holds. Grows with the round and shrinks when it has outgrown the window. */
  prompt: LanguageModelV4Message[];
  inputIndex: number;
  /** The kernel's count of `prompt` and tools. */
  requestTokens: number;
  leftOut: number;
  readonly messages: PastMessage[];
  steps: number;
  calls: number;
  usage: { inputTokens: number; outputTokens: number };
  readonly tallies: Map<string, { times: number; failed: number }>;
  /** A call was stopped because it brought nothing new. */
  isStuck: boolean;
  /** The host tells what came of every call of the last step. */
  isTold: boolean;
  /** Goes with the first commit. */
  unwritten: EntryDraft[];
}

export function openRound(input: RoundInput): RunningRound {
  const counter = input.ports?.counter ?? estimateTokens;
  const context = assembleContext({ ...input, windowTokens: input.options.windowTokens, counter });
  return {
    input,
    context,
    tools: new Map(input.tools.map((tool) => [tool.name, tool])),
    toolTokens: toolTokens(context.tools, counter),
    counter,
    clock: input.ports?.clock ?? systemClock,
    redact: input.ports?.redact ?? ((value) => value),
    sleep: input.ports?.sleep ?? sleepUnlessAborted,
    tell: teller(input.onEvent),
    onToolThrew: input.ports?.onToolThrew ?? warn,
    progress: watchProgress(),
    callIds: new Set(),
    prompt: context.prompt,
    inputIndex: context.inputIndex,
    requestTokens: context.occupancy.requestTokens,
    leftOut: 0,
    messages: [],
    steps: 0,
    calls: 0,
    usage: { inputTokens: 0, outputTokens: 0 },
    tallies: new Map(),
    isStuck: false,
    isTold: false,
    unwritten: [contextEntry(context.occupancy, context.rounds)],
  };
}

/** Adds what was said to the next request. */
export function extendRequest(round: RunningRound, message: LanguageModelV4Message): void {
  round.prompt.push(message);
  round.requestTokens += messageTokens(message, round.counter);
}

/** Cuts the next request when it has outgrown the window; checked before every step. */
export function fitRequest(round: RunningRound): void {
  const { windowTokens, language } = round.input.options;
  if (round.requestTokens <= windowTokens) return;
  const { prompt, inputIndex, toolTokens: ofTools, counter } = round;
  const cut = truncateRequest({ prompt, inputIndex, toolTokens: ofTools, windowTokens, counter, language });
  round.prompt = cut.prompt;
  round.inputIndex = cut.inputIndex;
  round.leftOut = cut.leftOut;
  round.requestTokens = cut.requestTokens;
}

export function addUsage(round: RunningRound, usage: StepUsage): void {
  round.usage.inputTokens += usage.inputTokens;
  round.usage.outputTokens += usage.outputTokens;
}

/** Counts what ran, for the limits and for the kernel's last words. */
export function tallyCalls(round: RunningRound, outcomes: readonly CallOutcome[]): void {
  for (const outcome of outcomes) {
    if (!outcome.hasRun) continue;
    const title = round.tools.get(outcome.name)?.title ?? outcome.name;
    const tally = round.tallies.get(title) ?? { times: 0, failed: 0 };
    tally.times += 1;
    if (outcome.isError) tally.failed += 1;
    round.tallies.set(title, tally);
  }
}

export function talliesOf(round: RunningRound): CallTally[] {
  return [...round.tallies].map(([title, tally]) => ({ title, ...tally }));
}

/** Nothing depends on a listener: what it throws is told to the process and never to the round. */
function teller(onEvent: RoundInput['onEvent']): (event: RoundEvent) => void {
  if (!onEvent) return () => undefined;
  return (event) => {
    try {
      onEvent(event);
    } catch (error) {
      warn(error);
    }
  };
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

async function sleepUnlessAborted(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(delayMs, undefined, signal ? { signal } : undefined);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
