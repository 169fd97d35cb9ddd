import type { EntryDraft, Writing } from '@rolecall/journal';
import { capResult, resultCapOf } from './cap-result.ts';
import { compressTool } from './compress-context.ts';
import { endAborted, endCorrected, endNatural, endRound, giveUp, pause, refuse, wrapUp } from './end-round.ts';
import { largeResultEntry, resultsEntry, steeredEntry } from './entries.ts';
import { resultsTokens } from './message-tokens.ts';
import type { ParsedCall } from './parse-call.ts';
import { assistantMessage, toolMessage, userMessage } from './prompt.ts';
import { type Recorder, writingOf } from './recorder.ts';
import type { RoundInput, RoundResult } from './round.ts';
import { promptLanguageOf } from './round-options.ts';
import { type CallOutcome, runCalls } from './run-calls.ts';
import {
  activateSkill,
  commit,
  extendRequest,
  isContextFull,
  openRound,
  type RunningRound,
  tallyCalls,
} from './running-round.ts';
import { type CallProblem, type ClosingReason, selfReviewInstruction } from './sentences.ts';
import { takeStep } from './take-step.ts';

/**
 * Runs one round: the model's steps and the calls between them, until it has said what it wanted to say, a tool ends
 * it, a limit is reached, the model fails or the round is aborted.
 *
 * What the model said in a step is committed before any of its calls runs; the results are committed before the next
 * step. Never throws for what a model or a tool does. Source: design, sections 5 and 9.
 */
export function runRound(input: RoundInput): Writing<RoundResult> {
  return writingOf((record) => recordRound(input, record));
}

/** The same for a host that records by itself: a step then waits only where its record does. Throws `NotRecorded`. */
export async function recordRound(input: RoundInput, record: Recorder): Promise<RoundResult> {
  const round = openRound(input, record, (opened) =>
    input.options.offersCompress ? [compressTool(opened, promptLanguageOf(input.options))] : [],
  );
  try {
    return await runSteps(round);
  } finally {
    round.watch.close();
  }
}

async function runSteps(round: RunningRound): Promise<RoundResult> {
  const { input } = round;
  if (!round.context.budget.isRunnable) return await refuse(round);
  for (;;) {
    if (input.signal?.aborted) return await endAborted(round, '');
    const steering = takeSteering(round);
    if (steering.length > 0) await steer(round, steering);
    const limit = reachedLimit(round);
    if (limit) return await wrapUp(round, limit);
    const step = await takeStep(round);
    if (step.status === 'aborted') return await endAborted(round, step.text);
    if (step.status === 'failed') return await giveUp(round, step.fault);
    if (step.calls.length === 0) {
      const goingOn = goesOn(round, step.text);
      if (goingOn && (await goingOn)) continue;
      const correction = correctionOf(round, step.text);
      if (correction !== undefined) return await endCorrected(round, step.text, correction);
      return await endNatural(round, step.text);
    }
    const taking = takeCalls(round, step.calls);
    const endsRound = taking instanceof Promise ? await taking : taking;
    if (endsRound) return await endRound(round, 'ended_by_tool', '');
    if (input.options.isStepByStep) return await pause(round, step.text);
  }
}

/** Adds input that is to join the round to it. */
async function steer(round: RunningRound, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await commit(round, [steeredEntry(round.steps, { text })]);
    round.messages.push({ role: 'user', text });
    extendRequest(round, userMessage(text));
    round.tell?.({ type: 'steered', step: round.steps, text });
  }
}

function takeSteering({ input }: RunningRound): readonly string[] {
  return input.ports?.takeSteering?.() ?? NONE;
}

const NONE: readonly string[] = [];

/** A step without calls is the end, unless it is a draft to be reviewed or new input has come meanwhile. */
function goesOn(round: RunningRound, text: string): false | Promise<true> {
  const isDraft = round.draft !== undefined && !round.isReviewed;
  const steering = takeSteering(round);
  return isDraft || steering.length > 0 ? goOn(round, text, isDraft, steering) : false;
}

async function goOn(round: RunningRound, text: string, isDraft: boolean, steering: readonly string[]): Promise<true> {
  if (text !== '') extendRequest(round, assistantMessage({ text, calls: [] }));
  if (isDraft) {
    round.isReviewed = true;
    extendRequest(round, userMessage(selfReviewInstruction(round.promptLanguage)));
  }
  await steer(round, steering);
  return true;
}

/** What the host has against the answer. There is none where no further step may be taken. */
function correctionOf(round: RunningRound, text: string): string | undefined {
  const { correct } = round.input.ports ?? {};
  return correct === undefined || text === '' || reachedLimit(round) ? undefined : correct(text);
}

/**
 * Runs the calls of the step just taken and commits their results. True when one of them ends the round. Answers at once
 * where neither a tool nor the record has to be waited for.
 */
function takeCalls(round: RunningRound, calls: readonly ParsedCall[]): boolean | Promise<boolean> {
  const running = runCalls(calls, {
    step: round.steps,
    language: round.promptLanguage,
    signal: round.input.signal,
    record: round.record,
    holdBack: (call) => heldBack(round, call),
    tell: round.tell,
    onToolThrew: round.onToolThrew,
  });
  return running instanceof Promise
    ? running.then((outcomes) => commitResults(round, outcomes))
    : commitResults(round, running);
}

function commitResults(round: RunningRound, outcomes: readonly CallOutcome[]): boolean | Promise<boolean> {
  const kept: EntryDraft[] = [];
  const told = outcomes.map((outcome) => toldResult(round, outcome, kept));
  round.progress.record(told);
  tallyCalls(round, outcomes);
  round.isTold = outcomes.every((outcome) => outcome.isTold);
  const results = told.map(({ result }) => result);
  const endsRound = outcomes.some((outcome) => outcome.endsRound);
  const entry = resultsEntry(round.steps, { results, endsRound });
  const committing = commit(round, kept.length === 0 ? [entry] : [...kept, entry]);
  const committed = () => {
    round.messages.push({ role: 'tool', results });
    extendRequest(round, toolMessage(results), resultsTokens(told, round.counter));
    for (const { activates } of outcomes) if (activates) activateSkill(round, activates);
    return endsRound;
  };
  return committing ? committing.then(committed) : committed();
}

/** A result as the model gets it (capped when it is too large, with the whole kept apart), and as text. */
function toldResult(round: RunningRound, outcome: CallOutcome, kept: EntryDraft[]) {
  const { id, name, signature, isError, isWhole, output } = outcome;
  const { ports, options } = round.input;
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const capped =
    ports?.keepResult && !isWhole
      ? capResult(text, options.resultCapTokens ?? resultCapOf(round.windowTokens), {
          counter: round.counter,
          keep: ports.keepResult,
          language: round.promptLanguage,
        })
      : undefined;
  let shown = output;
  if (capped) {
    kept.push(largeResultEntry(round.steps, { reference: capped.reference, text }));
    shown = ports?.quoteResult?.(capped.output) ?? capped.output;
  }
  const result = isError ? { id, name, output: shown, isError } : { id, name, output: shown };
  return { name, signature, text, shownText: typeof shown === 'string' ? shown : text, result };
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
