import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import { askModel } from './ask-model.ts';
import type { CollectedStep } from './collect-step.ts';
import { assistantMessages, faultEntry, type RecordedCall, type StepUsage, shrunkEntry, stepEntry } from './entries.ts';
import { type ModelFault, nothingReturned } from './model-fault.ts';
import { type ParsedCall, parseCalls } from './parse-call.ts';
import { assistantMessage } from './prompt.ts';
import {
  addUsage,
  commit,
  correctCount,
  DEFAULT_MODEL_TIMEOUT_MS,
  extendRequest,
  fitRequest,
  learnWindow,
  type RunningRound,
} from './running-round.ts';
import type { ClosingReason } from './sentences.ts';

/** How often a failed step is asked again, and how long a round waits at most before it does. */
const MOST_RETRIES = 2;
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 1_000;

/** What came of one step. A step that was said is committed by the time this is answered. */
export type TakenStep =
  | { readonly status: 'said'; readonly text: string; readonly calls: readonly ParsedCall[] }
  | { readonly status: 'failed'; readonly fault: ModelFault }
  | { readonly status: 'aborted'; readonly text: string };

/**
 * Takes one step: fits the request, asks the model, asks again where that may help, and commits what was said. With
 * `closing` no tool is offered and calls that come all the same are not taken.
 */
export async function takeStep(round: RunningRound, closing?: ClosingReason | 'correction'): Promise<TakenStep> {
  fitRequest(round);
  const { input, tell } = round;
  const step = round.steps + 1;
  tell?.({ type: 'step_started', step });
  const onText = tell && ((text: string) => tell({ type: 'text_delta', step, text }));
  let faults = 0;
  let wasEmpty = false;
  let wasShrunk = false;
  for (let attempt = 1; ; attempt++) {
    const answer = await askModel(input.model, {
      request: requestOf(round, closing !== undefined),
      watch: round.watch,
      timeoutMs: input.options.modelTimeoutMs ?? DEFAULT_MODEL_TIMEOUT_MS,
      clock: round.clock,
      onText,
      isStreaming: input.options.streaming !== false,
    });
    if (answer.status === 'aborted') return await abortStep(round, step, answer.textSoFar, closing);
    if (answer.status === 'said') {
      const said = round.redact(answer.step);
      const isEmpty = isBlank(said.text) && (said.calls.length === 0 || closing !== undefined);
      const mayBeEmpty = wasEmpty || (round.isTold && closing === undefined);
      if (!isEmpty || mayBeEmpty) return commitStep(round, step, said, closing);
      wasEmpty = true;
    } else if (answer.fault.overflow && !wasShrunk) {
      wasShrunk = true;
      const isNamedByProvider = learnWindow(round, answer.fault.overflow);
      fitRequest(round);
      const { windowTokens } = round;
      await commit(round, [
        faultEntry(step, answer.fault, attempt, 0),
        shrunkEntry(step, { windowTokens, isNamedByProvider }),
      ]);
      tell?.({ type: 'shrunk', step, windowTokens });
      continue;
    } else {
      faults += 1;
    }
    const fault = answer.status === 'fault' ? answer.fault : nothingReturned(round.modelName);
    const delayMs = answer.status === 'fault' ? retryDelayMs(round, fault, faults) : 0;
    await commit(round, [faultEntry(step, fault, attempt, delayMs)]);
    if (delayMs === undefined) return { status: 'failed', fault };
    tell?.({ type: 'retrying', step, reason: fault.code, delayMs });
    if (delayMs > 0) await round.sleep(delayMs, input.signal);
  }
}

function isBlank(text: string): boolean {
  return text === '' || text.trim() === '';
}

/** How long to wait before the step is asked again, or undefined when it is not. */
function retryDelayMs({ input }: RunningRound, fault: ModelFault, faults: number): number | undefined {
  if (input.options.errorHandling !== 'retry' || faults > MOST_RETRIES) return undefined;
  return waitBeforeRetryMs(fault, faults);
}

/**
 * The provider's own wish, else a second that doubles, with up to half of it left to chance so that many conversations
 * do not come back at once. Undefined where waiting cannot help or would keep a person waiting too long.
 */
export function waitBeforeRetryMs(fault: ModelFault, faults: number): number | undefined {
  if (!fault.isRetryable) return undefined;
  const delayMs = fault.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (faults - 1) * (0.5 + Math.random() / 2);
  return delayMs > LONGEST_WAIT_MS ? undefined : Math.round(delayMs);
}

/** The request as it stands now. The list of messages is a copy: the model may keep it while the round goes on. */
function requestOf(round: RunningRound, withoutTools: boolean): LanguageModelV4CallOptions {
  const { prompt, context, requestTokens, windowTokens } = round;
  const { temperature, outputLimit, providerOptions } = round.input.options;
  const request: LanguageModelV4CallOptions = { prompt: prompt.slice() };
  if (!withoutTools && context.tools.length > 0) request.tools = context.tools;
  if (temperature !== undefined) request.temperature = temperature;
  // A limit that reaches beyond the window makes providers refuse the whole request.
  if (outputLimit !== undefined)
    request.maxOutputTokens = Math.max(1, Math.min(outputLimit, windowTokens - requestTokens));
  if (providerOptions !== undefined) request.providerOptions = providerOptions;
  return request;
}

function commitStep(
  round: RunningRound,
  step: number,
  collected: CollectedStep,
  closing: ClosingReason | 'correction' | undefined,
): TakenStep | Promise<TakenStep> {
  const text = isBlank(collected.text) ? '' : collected.text;
  const calls = closing === undefined ? parseCalls(collected.calls, round.tools, round.callIds) : [];
  const usage = usageOf(round, collected);
  addUsage(round, usage);
  const isDraft = calls.length === 0 && text !== '' && closing === undefined && isToBeReviewed(round);
  const recorded = calls.map(recordedCall);
  const committing = commit(round, [
    stepEntry(step, {
      text,
      calls: recorded,
      finish: collected.finish,
      usage,
      model: round.modelName,
      answeredBy: collected.modelId,
      requestTokens: round.requestTokens,
      leftOut: round.leftOut || undefined,
      closing,
      isDraft: isDraft || undefined,
    }),
  ]);
  const taken = (): TakenStep => {
    round.steps = step;
    if (!usage.isEstimated) correctCount(round, usage.inputTokens);
    if (isDraft) round.draft = text;
    else round.messages.push(...assistantMessages(text, recorded));
    if (calls.length > 0) extendRequest(round, echoOf(collected, text, calls));
    round.tell?.({ type: 'step_ended', step, finish: collected.finish });
    return { status: 'said', text, calls };
  };
  return committing ? committing.then(taken) : taken();
}

function recordedCall({ id, name, input, malformed }: ParsedCall): RecordedCall {
  return malformed === undefined ? { id, name, input } : { id, name, input, malformed };
}

/** A review follows once, and only where a tool ran. Source: `reflect.selfReview`. */
function isToBeReviewed({ input, hasRunTool, draft }: RunningRound): boolean {
  return input.options.selfReview === true && hasRunTool && draft === undefined;
}

/** What was said until the abort is kept; calls that the model had begun are not, since they will never run. */
async function abortStep(
  round: RunningRound,
  step: number,
  textSoFar: string,
  closing: ClosingReason | 'correction' | undefined,
): Promise<TakenStep> {
  const text = round.redact(textSoFar);
  if (isBlank(text)) return { status: 'aborted', text: '' };
  const usage = { inputTokens: round.requestTokens, outputTokens: round.counter(text), isEstimated: true };
  addUsage(round, usage);
  const data = { text, calls: [], finish: 'aborted', usage, model: round.modelName, closing };
  await commit(round, [stepEntry(step, { ...data, requestTokens: round.requestTokens })]);
  round.steps = step;
  round.messages.push(...assistantMessages(text, []));
  round.tell?.({ type: 'step_ended', step, finish: 'aborted' });
  return { status: 'aborted', text };
}

/** The step as its own provider is shown it again: with the reasoning and the opaque marks that some demand back. */
function echoOf(collected: CollectedStep, text: string, calls: readonly ParsedCall[]): LanguageModelV4Message {
  const plain = assistantMessage({ text, calls });
  if (!collected.echo || plain.role !== 'assistant') return plain;
  const callParts = plain.content.filter((part) => part.type === 'tool-call');
  const content = collected.echo.flatMap((part): typeof plain.content => {
    const marks = part.metadata ? { providerOptions: part.metadata } : {};
    if (part.type !== 'call')
      return part.text === '' && !part.metadata ? [] : [{ type: part.type, text: part.text, ...marks }];
    const callPart = callParts[part.index];
    return callPart ? [{ ...callPart, ...marks }] : [];
  });
  return { role: 'assistant', content };
}

function usageOf(round: RunningRound, { usage, text, calls }: CollectedStep): StepUsage {
  const inputTokens = usage.inputTokens.total;
  const outputTokens = usage.outputTokens.total;
  const cachedInputTokens = usage.inputTokens.cacheRead;
  return {
    inputTokens: inputTokens ?? round.requestTokens,
    outputTokens: outputTokens ?? round.counter(text + calls.map((call) => call.arguments).join('')),
    cachedInputTokens,
    isEstimated: inputTokens === undefined || outputTokens === undefined || undefined,
  };
}
