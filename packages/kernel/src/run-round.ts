import type { EntryDraft, Writing } from '@rolecall/journal';
import { capResult, resultCapOf } from './cap-result.ts';
import { compressTool } from './compress-context.ts';
import { endAborted, endCorrected, endNatural, endRound, giveUp, pause, refuse, wrapUp } from './end-round.ts';
import { largeResultEntry, resultsEntry, steeredEntry } from './entries.ts';
import type { ParsedCall } from './parse-call.ts';
import { assistantMessage, toolMessage, userMessage } from './prompt.ts';
import type { RoundInput, RoundResult } from './round.ts';
import { promptLanguageOf } from './round-options.ts';
import { type CallOutcome, runCalls } from './run-calls.ts';
import {
  activateSkill,
  extendRequest,
  isContextFull,
  openRound,
  type RunningRound,
  tallyCalls,
} from './running-round.ts';
import { type CallProblem, type ClosingReason, selfReviewInstruction } from './sentences.ts';
import { commitOf, takeStep } from './take-step.ts';

/**
 * Runs one round: the model's steps and the calls between them, until it has said what it wanted to say, a tool ends
 * it, a limit is reached, the model fails or the round is aborted.
 *
 * What the model said in a step is committed before any of its calls runs; the results are committed before the next
 * step. Never throws for what a model or a tool does. Source: design, sections 5 and 9.
 */
export async function* runRound(input: RoundInput): Writing<RoundResult> {
  const { options } = input;
  const round = openRound(input, (opened) =>
    options.offersCompress ? [compressTool(opened, promptLanguageOf(options))] : [],
  );
  try {
    return yield* runSteps(round);
  } finally {
    round.watch.close();
  }
}

async function* runSteps(round: RunningRound): Writing<RoundResult> {
  const { input } = round;
  const { options } = input;
  if (!round.context.budget.isRunnable) return yield* refuse(round);
  for (;;) {
    if (input.signal?.aborted) return yield* endAborted(round, '');
    yield* steer(round, takeSteering(round));
    const limit = reachedLimit(round);
    if (limit) return yield* wrapUp(round, limit);
    const step = yield* takeStep(round);
    if (step.status === 'aborted') return yield* endAborted(round, step.text);
    if (step.status === 'failed') return yield* giveUp(round, step.fault);
    if (step.calls.length === 0) {
      if (yield* goesOn(round, step.text)) continue;
      const correction = correctionOf(round, step.text);
      if (correction !== undefined) return yield* endCorrected(round, step.text, correction);
      return yield* endNatural(round, step.text);
    }
    const outcomes = yield* takeCalls(round, step.calls);
    if (outcomes.some((outcome) => outcome.endsRound)) return yield* endRound(round, 'ended_by_tool', '');
    if (options.isStepByStep) return yield* pause(round, step.text);
  }
}

/** Adds input that is to join the round to it. */
async function* steer(round: RunningRound, texts: readonly string[]): Writing<void> {
  for (const text of texts) {
    yield commitOf(round, [steeredEntry(round.steps, { text })]);
    round.messages.push({ role: 'user', text });
    extendRequest(round, userMessage(text));
    round.tell({ type: 'steered', step: round.steps, text });
  }
}

function takeSteering({ input }: RunningRound): readonly string[] {
  return input.ports?.takeSteering?.() ?? [];
}

/** A step without calls is the end, unless it is a draft to be reviewed or new input has come meanwhile. */
async function* goesOn(round: RunningRound, text: string): Writing<boolean> {
  const isDraft = round.draft !== undefined && !round.isReviewed;
  const steering = takeSteering(round);
  if (!isDraft && steering.length === 0) return false;
  if (text !== '') extendRequest(round, assistantMessage({ text, calls: [] }));
  if (isDraft) {
    round.isReviewed = true;
    extendRequest(round, userMessage(selfReviewInstruction(promptLanguageOf(round.input.options))));
  }
  yield* steer(round, steering);
  return true;
}

/** What the host has against the answer. There is none where no further step may be taken. */
function correctionOf(round: RunningRound, text: string): string | undefined {
  const { correct } = round.input.ports ?? {};
  return correct === undefined || text === '' || reachedLimit(round) ? undefined : correct(text);
}

/** Runs the calls of the step just taken and commits their results. */
async function* takeCalls(round: RunningRound, calls: readonly ParsedCall[]): Writing<CallOutcome[]> {
  const outcomes = yield* runCalls(calls, {
    step: round.steps,
    language: promptLanguageOf(round.input.options),
    signal: round.input.signal,
    holdBack: (call) => heldBack(round, call),
    tell: round.tell,
    onToolThrew: round.onToolThrew,
  });
  round.progress.record(outcomes);
  tallyCalls(round, outcomes);
  round.isTold = outcomes.every((outcome) => outcome.isTold);
  const kept: EntryDraft[] = [];
  const results = outcomes.map((outcome) => resultOf(round, outcome, kept));
  const endsRound = outcomes.some((outcome) => outcome.endsRound);
  yield commitOf(round, [...kept, resultsEntry(round.steps, { results, endsRound })]);
  round.messages.push({ role: 'tool', results });
  extendRequest(round, toolMessage(results));
  for (const { activates } of outcomes) if (activates) activateSkill(round, activates);
  return outcomes;
}

/** A result as the model gets it: capped when it is too large, with the whole kept apart. */
function resultOf(round: RunningRound, outcome: CallOutcome, kept: EntryDraft[]) {
  const { id, name, isError } = outcome;
  const { ports, options } = round.input;
  const capped =
    ports?.keepResult && !outcome.isWhole
      ? capResult(outcome.output, options.resultCapTokens ?? resultCapOf(round.windowTokens), {
          counter: round.counter,
          keep: ports.keepResult,
          language: promptLanguageOf(options),
        })
      : undefined;
  if (capped) kept.push(largeResultEntry(round.steps, { reference: capped.reference, text: capped.text }));
  const output = capped ? (ports?.quoteResult?.(capped.output) ?? capped.output) : outcome.output;
  return isError ? { id, name, output, isError } : { id, name, output };
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

function reachedLimit(round: RunningRound): ClosingReason | undefined {
  const { input, isStuck, steps, calls, usage } = round;
  const { maxIterations, callBudget, tokenBudget } = input.options;
  if (isStuck) return 'no_progress';
  if (steps >= Math.max(1, maxIterations)) return 'step_limit';
  if (callBudget !== undefined && calls >= callBudget && steps > 0) return 'call_limit';
  if (tokenBudget !== undefined && usage.inputTokens + usage.outputTokens >= tokenBudget) return 'token_limit';
  return isContextFull(round) ? 'context_full' : undefined;
}
