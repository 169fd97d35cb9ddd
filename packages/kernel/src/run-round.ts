import type { Writing } from '@rolecall/journal';
import { LEAST_RUNNABLE_TOKENS } from './context-budget.ts';
import { assistantMessages, closingEntry, resultsEntry } from './entries.ts';
import type { ModelFault } from './model-fault.ts';
import type { ParsedCall } from './parse-call.ts';
import { toolMessage, userMessage } from './prompt.ts';
import type { RoundEnd, RoundInput, RoundResult } from './round.ts';
import { type CallOutcome, runCalls } from './run-calls.ts';
import { extendRequest, openRound, type RunningRound, talliesOf, tallyCalls } from './running-round.ts';
import { type CallProblem, type ClosingReason, closingText, refusalText, wrapUpInstruction } from './sentences.ts';
import { commitOf, takeStep, waitBeforeRetryMs } from './take-step.ts';

/**
 * Runs one round: the model's steps and the calls between them, until it has said what it wanted to say, a tool ends
 * it, a limit is reached, the model fails or the round is aborted.
 *
 * What the model said in a step is committed before any of its calls runs; the results are committed before the next
 * step. Never throws for what a model or a tool does. Source: design, sections 5 and 9.
 */
export async function* runRound(input: RoundInput): Writing<RoundResult> {
  const round = openRound(input);
  if (!round.context.budget.isRunnable) return yield* refuse(round);
  for (;;) {
    if (input.signal?.aborted) return yield* endRound(round, 'aborted', '');
    const limit = reachedLimit(round);
    if (limit) return yield* wrapUp(round, limit);
    const step = yield* takeStep(round);
    if (step.status === 'aborted') return yield* endRound(round, 'aborted', step.text);
    if (step.status === 'failed') return yield* giveUp(round, step.fault);
    if (step.calls.length === 0) return yield* endRound(round, 'natural', step.text);
    const outcomes = yield* takeCalls(round, step.calls);
    if (outcomes.some((outcome) => outcome.endsRound)) return yield* endRound(round, 'ended_by_tool', '');
  }
}

/** Runs the calls of the step just taken and commits their results. */
async function* takeCalls(round: RunningRound, calls: readonly ParsedCall[]): Writing<CallOutcome[]> {
  const outcomes = yield* runCalls(calls, {
    step: round.steps,
    language: round.input.options.language,
    signal: round.input.signal,
    holdBack: (call) => heldBack(round, call),
    tell: round.tell,
    onToolThrew: round.onToolThrew,
  });
  round.progress.record(outcomes);
  tallyCalls(round, outcomes);
  round.isTold = outcomes.every((outcome) => outcome.isTold);
  const results = outcomes.map(({ id, name, output, isError }) =>
    isError ? { id, name, output, isError } : { id, name, output },
  );
  const endsRound = outcomes.some((outcome) => outcome.endsRound);
  yield commitOf(round, [resultsEntry(round.steps, { results, endsRound })]);
  round.messages.push({ role: 'tool', results });
  extendRequest(round, toolMessage(results));
  return outcomes;
}

/** What keeps a call from running, whatever the model wants. */
function heldBack(round: RunningRound, call: ParsedCall): CallProblem | undefined {
  if (round.progress.isStuck(call)) {
    round.isStuck = true;
    return { code: 'no_progress' };
  }
  round.calls += 1;
  return round.calls > (round.input.options.callBudget ?? Number.POSITIVE_INFINITY)
    ? { code: 'call_limit' }
    : undefined;
}

function reachedLimit({ input, isStuck, steps, calls, usage }: RunningRound): ClosingReason | undefined {
  const { maxIterations, callBudget, tokenBudget } = input.options;
  if (isStuck) return 'no_progress';
  if (steps >= Math.max(1, maxIterations)) return 'step_limit';
  if (callBudget !== undefined && calls >= callBudget && steps > 0) return 'call_limit';
  if (tokenBudget !== undefined && usage.inputTokens + usage.outputTokens >= tokenBudget) return 'token_limit';
  return undefined;
}

/** One last step without tools that says what is done and what is left; the kernel says it where the model does not. */
async function* wrapUp(round: RunningRound, reason: ClosingReason): Writing<RoundResult> {
  const { language } = round.input.options;
  extendRequest(round, userMessage(wrapUpInstruction(reason, language)));
  const step = yield* takeStep(round, reason);
  if (step.status === 'aborted') return yield* endRound(round, 'aborted', step.text);
  const problem = { code: reason, message: `The round was brought to its end: ${reason}.` };
  const text = step.status === 'said' && step.text !== '' ? step.text : yield* sayClosing(round, reason);
  return yield* endRound(round, 'step_limit', text, problem);
}

/** The model failed. A degraded round asks once more for an answer without tools, then says in fixed words what ran. */
async function* giveUp(round: RunningRound, fault: ModelFault): Writing<RoundResult> {
  const { signal, options } = round.input;
  const problem = { code: fault.code, message: fault.message };
  if (options.errorHandling !== 'degrade') return yield* endRound(round, 'model_failed', '', problem);
  const delayMs = waitBeforeRetryMs(fault, 1);
  if (delayMs !== undefined) {
    round.tell({ type: 'retrying', step: round.steps + 1, reason: fault.code, delayMs });
    await round.sleep(delayMs, signal);
    extendRequest(round, userMessage(wrapUpInstruction('model_failed', options.language)));
    const step = yield* takeStep(round, 'model_failed');
    if (step.status === 'aborted') return yield* endRound(round, 'aborted', step.text);
    if (step.status === 'said' && step.text !== '') return yield* endRound(round, 'natural', step.text, problem);
  }
  return yield* endRound(round, 'model_failed', yield* sayClosing(round, 'model_failed'), problem);
}

async function* sayClosing(round: RunningRound, reason: ClosingReason): Writing<string> {
  const text = closingText(reason, talliesOf(round), round.input.options.language);
  yield commitOf(round, [closingEntry({ reason, text })]);
  round.messages.push(...assistantMessages(text, []));
  return text;
}

/** Nothing is sent to the model: what cannot be left out leaves no room to run. */
async function* refuse(round: RunningRound): Writing<RoundResult> {
  const { budget } = round.context;
  const isInputTooLong = budget.availableTokens >= LEAST_RUNNABLE_TOKENS;
  const text = refusalText(isInputTooLong ? 'input' : 'fixed', round.input.options.language);
  yield commitOf(round, [closingEntry({ reason: 'refused', text })]);
  round.messages.push(...assistantMessages(text, []));
  return yield* endRound(round, 'refused', text, {
    code: isInputTooLong ? 'input_too_long' : 'context_too_small',
    message: `The window of ${budget.windowTokens} tokens holds ${budget.fixedTokens} fixed ones and ${budget.inputTokens} of input; ${budget.remainingTokens} are left.`,
  });
}

async function* endRound(
  round: RunningRound,
  end: RoundEnd,
  text: string,
  problem?: RoundResult['problem'],
): Writing<RoundResult> {
  if (round.unwritten.length > 0) yield commitOf(round, []);
  const { steps, usage, messages } = round;
  return { end, text, steps, usage, messages, ...(problem ? { problem } : {}) };
}
