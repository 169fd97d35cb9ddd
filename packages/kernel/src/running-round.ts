import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { type Clock, type Language, systemClock } from '@rolecall/base';
import type { EntryDraft } from '@rolecall/journal';
import { type AssembledContext, assembleContext } from './assemble-context.ts';
import { SUMMARY_SHARE_PERCENT } from './choose-rounds.ts';
import { contextEntry, type StepUsage } from './entries.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { countMessage, messageTokens, noteTokens } from './message-tokens.ts';
import { ModelWatch } from './model-watch.ts';
import type { Overflow } from './overflow.ts';
import { type ProgressWatch, watchProgress } from './progress.ts';
import { messagesOfPastRound, systemMessages } from './prompt.ts';
import type { Recorder } from './recorder.ts';
import type { ActiveSkill, PastMessage, RoundEvent, RoundInput, RoundTool, RoundToolCall } from './round.ts';
import { promptLanguageOf } from './round-options.ts';
import type { CallOutcome } from './run-calls.ts';
import type { CallTally } from './sentences.ts';
import type { TokenCounter } from './token-counter.ts';
import { truncateRequest } from './truncate-request.ts';

/** The grid on which rounds are left out may leave so much of the summaries' share unused. */
const SUMMARY_GRID_PERCENT = 15;

/** A provider's count of a smaller request says little about how it counts. */
const LEAST_MEASURED_TOKENS = 400;
const LEAST_CORRECTION = 0.8;
const MOST_CORRECTION = 2.5;
/** What is tried when a provider refuses a request as too long and does not say how long it may be. */
const SHRINK_TO = 0.75;

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
  /** Nothing where nobody listens: then no event is made. */
  readonly tell: ((event: RoundEvent) => void) | undefined;
  readonly record: Recorder;
  /** `provider/model`. */
  readonly modelName: string;
  readonly promptLanguage: Language;
  readonly onToolThrew: (thrown: unknown, call: RoundToolCall) => void;
  readonly progress: ProgressWatch;
  readonly watch: ModelWatch;
  readonly callIds: Set<string>;
  /** Messages before the input that stand for rounds by their summary. */
  summaryMessages: ReadonlySet<LanguageModelV4Message>;
  /** The window as the provider's own count has shown it to be, in the kernel's count. */
  windowTokens: number;
  /** Reported tokens for one counted token. */
  countCorrection: number;
  learnedWindowTokens: number | undefined;
  activeSkills: readonly ActiveSkill[];
  isCompressing: boolean;
  /** What the model would have said before its closing review. */
  draft: string | undefined;
  isReviewed: boolean;
  hasRunTool: boolean;
  /** What the next request holds. Grows with the round and shrinks when it has outgrown the window. */
  prompt: LanguageModelV4Message[];
  inputIndex: number;
  /** The tokens of each message behind the input: counted once, and noted only where the request has to be cut. */
  saidTokens: number[];
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
  unwritten: readonly EntryDraft[];
}

/** How long a model may be silent where the host has no setting. */
export const DEFAULT_MODEL_TIMEOUT_MS = 120_000;

/** How many skills are active at the same time; the oldest gives way. Source: design, section 9. */
export const MOST_ACTIVE_SKILLS = 5;

/** Opens a round. `ownTools` are the kernel's tools that work on the round itself. */
export function openRound(
  input: RoundInput,
  record: Recorder,
  ownTools: (round: () => RunningRound) => readonly RoundTool[],
): RunningRound {
  const counter = input.ports?.counter ?? estimateTokens;
  const { options, model } = input;
  const promptLanguage = promptLanguageOf(options);
  const countCorrection = options.countCorrection ?? 1;
  const windowTokens = Math.floor(options.windowTokens / countCorrection);
  const own = ownTools(() => round);
  const tools = own.length > 0 ? [...input.tools, ...own] : input.tools;
  const context = assembleContext({
    ...input,
    tools,
    windowTokens,
    counter,
    replace: options.replace,
    language: promptLanguage,
  });
  const round: RunningRound = {
    input,
    context,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    toolTokens: context.toolTokens,
    counter,
    clock: input.ports?.clock ?? systemClock,
    redact: input.ports?.redact ?? ((value) => value),
    sleep: input.ports?.sleep ?? sleepUnlessAborted,
    tell: tellerOf(input.onEvent),
    record,
    modelName: `${model.provider}/${model.modelId}`,
    promptLanguage,
    onToolThrew: input.ports?.onToolThrew ?? warn,
    progress: watchProgress(),
    watch: new ModelWatch(input.signal, options.modelTimeoutMs ?? DEFAULT_MODEL_TIMEOUT_MS),
    callIds: new Set(),
    summaryMessages: context.summaryMessages,
    windowTokens,
    countCorrection,
    learnedWindowTokens: undefined,
    activeSkills: input.activeSkills ?? [],
    isCompressing: false,
    draft: undefined,
    isReviewed: false,
    hasRunTool: false,
    prompt: context.prompt,
    inputIndex: context.inputIndex,
    saidTokens: [],
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
  input.ports?.onContext?.(context.rounds);
  if (input.resumed) resume(round, input.resumed);
  return round;
}

/** Puts what the round said before it was interrupted behind the input again. */
function resume(round: RunningRound, { messages, steps }: NonNullable<RoundInput['resumed']>): void {
  round.steps = steps;
  round.messages.push(...messages);
  for (const message of messagesOfPastRound({ round: '', messages })) extendRequest(round, message);
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const { id } of message.calls) round.callIds.add(id);
    round.calls += message.calls.length;
    round.hasRunTool ||= message.calls.length > 0;
  }
}

/** Makes a skill active: its text joins the system part of every further request. */
export function activateSkill(round: RunningRound, skill: ActiveSkill): void {
  const others = round.activeSkills.filter(({ name }) => name !== skill.name);
  round.activeSkills = [...others, skill].slice(-MOST_ACTIVE_SKILLS);
  const system = systemMessages(round.input.stableText, round.activeSkills);
  const old = round.prompt[0]?.role === 'system' ? round.prompt[0] : undefined;
  round.prompt.splice(0, old ? 1 : 0, ...system);
  round.inputIndex += system.length - (old ? 1 : 0);
  const tokens = (messages: readonly (LanguageModelV4Message | undefined)[]) =>
    messages.reduce((sum, message) => sum + (message ? messageTokens(message, round.counter) : 0), 0);
  round.requestTokens += tokens(system) - tokens([old]);
}

/** Puts one message that summarises in the place of messages before the input. */
export function replaceBeforeInput(
  round: RunningRound,
  replaced: readonly LanguageModelV4Message[],
  summary: LanguageModelV4Message,
): void {
  const gone = new Set(replaced);
  const before = round.prompt.slice(0, round.inputIndex).filter((message) => !gone.has(message));
  before.push(summary);
  round.summaryMessages = new Set([...round.summaryMessages, summary]);
  for (const message of replaced) round.requestTokens -= messageTokens(message, round.counter);
  round.requestTokens += messageTokens(summary, round.counter);
  round.prompt = [...before, ...round.prompt.slice(round.inputIndex)];
  round.inputIndex = before.length;
}

/**
 * True when a request has outgrown its room although only summaries are left before the input and they fill their
 * share: nothing can give way any more. Source: RolePack, section 六 E, 软上限.
 */
export function isContextFull(round: RunningRound): boolean {
  const { prompt, inputIndex, summaryMessages, counter, context } = round;
  if (round.requestTokens <= round.windowTokens - context.budget.reserveTokens) return false;
  let summaryTokens = 0;
  for (const message of prompt.slice(0, inputIndex)) {
    if (message.role === 'system') continue;
    if (!summaryMessages.has(message)) return false;
    summaryTokens += messageTokens(message, counter);
  }
  return summaryTokens * 100 >= context.budget.dialogueTokens * (SUMMARY_SHARE_PERCENT - SUMMARY_GRID_PERCENT);
}

/** Adds what was said to the next request. */
export function extendRequest(
  round: RunningRound,
  message: LanguageModelV4Message,
  tokens: number = countMessage(message, round.counter),
): void {
  round.prompt.push(message);
  round.saidTokens.push(tokens);
  round.requestTokens += tokens;
}

/** Cuts the next request when it has outgrown the window; checked before every step. */
export function fitRequest(round: RunningRound): void {
  const { windowTokens, promptLanguage: language } = round;
  if (round.requestTokens <= windowTokens) return;
  const { prompt, inputIndex, toolTokens: ofTools, counter, summaryMessages: summaries } = round;
  round.saidTokens.forEach((tokens, index) => {
    noteTokens(prompt[inputIndex + 1 + index] as LanguageModelV4Message, tokens, counter);
  });
  const cut = truncateRequest({ prompt, inputIndex, toolTokens: ofTools, windowTokens, counter, language, summaries });
  round.prompt = cut.prompt;
  round.inputIndex = cut.inputIndex;
  round.leftOut = cut.leftOut;
  round.requestTokens = cut.requestTokens;
  round.saidTokens = cut.prompt.slice(cut.inputIndex + 1).map((message) => messageTokens(message, counter));
}

/** Puts entries on record, with what has waited for the first commit. Nothing to wait for where the record needs none. */
export function commit(round: RunningRound, entries: readonly EntryDraft[]): Promise<unknown> | undefined {
  const { unwritten, record } = round;
  round.unwritten = NOTHING;
  const answer = record({ entries: unwritten.length === 0 ? entries : [...unwritten, ...entries] });
  return answer instanceof Promise ? answer : undefined;
}

const NOTHING: readonly EntryDraft[] = [];

export function addUsage(round: RunningRound, usage: StepUsage): void {
  round.usage.inputTokens += usage.inputTokens;
  round.usage.outputTokens += usage.outputTokens;
}

/** Takes the provider's own count as the measure of the kernel's; small differences change nothing. */
export function correctCount(round: RunningRound, reportedTokens: number): void {
  if (round.requestTokens < LEAST_MEASURED_TOKENS) return;
  const ratio = Math.min(MOST_CORRECTION, Math.max(LEAST_CORRECTION, reportedTokens / round.requestTokens));
  if (Math.abs(ratio / round.countCorrection - 1) < 0.05) return;
  round.countCorrection = ratio;
  round.windowTokens = Math.floor((round.learnedWindowTokens ?? round.input.options.windowTokens) / ratio);
}

/**
 * The provider refused the request as too long: the window becomes what it named, or three quarters of what was sent.
 * Answers true when the provider named it.
 */
export function learnWindow(round: RunningRound, overflow: Overflow): boolean {
  const { windowTokens: named, requestTokens: counted } = overflow;
  if (counted !== undefined) correctCount(round, counted);
  if (named !== undefined) round.learnedWindowTokens = Math.min(named, round.input.options.windowTokens);
  const byName = Math.floor((round.learnedWindowTokens ?? round.windowTokens) / round.countCorrection);
  const hasRoomForLess = round.input.options.outputLimit !== undefined && counted !== undefined;
  const isShrinking = byName < round.requestTokens || (named !== undefined && hasRoomForLess);
  round.windowTokens = isShrinking ? byName : Math.floor(round.requestTokens * SHRINK_TO);
  if (named === undefined) round.learnedWindowTokens = Math.floor(round.windowTokens * round.countCorrection);
  return named !== undefined;
}

/** Counts what ran, for the limits and for the kernel's last words. */
export function tallyCalls(round: RunningRound, outcomes: readonly CallOutcome[]): void {
  for (const outcome of outcomes) {
    if (!outcome.hasRun) continue;
    round.hasRunTool = true;
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
function tellerOf(onEvent: RoundInput['onEvent']): RunningRound['tell'] {
  if (!onEvent) return undefined;
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
