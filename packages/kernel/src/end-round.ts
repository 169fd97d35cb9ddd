import { LEAST_RUNNABLE_TOKENS } from './context-budget.ts';
import { assistantMessages, type ClosingData, closingEntry } from './entries.ts';
import type { ModelFault } from './model-fault.ts';
import { assistantMessage, userMessage } from './prompt.ts';
import type { RoundEnd, RoundResult } from './round.ts';
import { promptLanguageOf } from './round-options.ts';
import { commit, extendRequest, type RunningRound, talliesOf } from './running-round.ts';
import { type ClosingReason, closingText, refusalText, stepPausedText, wrapUpInstruction } from './sentences.ts';
import { takeStep, waitBeforeRetryMs } from './take-step.ts';

/** One last step without tools that says what is done and what is left; the kernel says it where the model does not. */
export async function wrapUp(round: RunningRound, reason: ClosingReason): Promise<RoundResult> {
  extendRequest(round, userMessage(wrapUpInstruction(reason, promptLanguageOf(round.input.options))));
  const step = await takeStep(round, reason);
  if (step.status === 'aborted') return await endAborted(round, step.text);
  const problem = { code: reason, message: `The round was brought to its end: ${reason}.` };
  const text = step.status === 'said' && step.text !== '' ? step.text : await sayClosing(round, reason);
  return await endRound(round, 'step_limit', text, problem);
}

/** The model failed. A degraded round asks once more for an answer without tools, then says in fixed words what ran. */
export async function giveUp(round: RunningRound, fault: ModelFault): Promise<RoundResult> {
  const { signal, options } = round.input;
  const problem = { code: fault.code, message: fault.message };
  if (round.draft !== undefined) return await endWithDraft(round, 'natural', problem);
  if (fault.overflow) return await refuseTooLong(round, problem);
  if (options.errorHandling !== 'degrade') return await endRound(round, 'model_failed', '', problem);
  const delayMs = waitBeforeRetryMs(fault, 1);
  if (delayMs !== undefined) {
    round.tell?.({ type: 'retrying', step: round.steps + 1, reason: fault.code, delayMs });
    await round.sleep(delayMs, signal);
    extendRequest(round, userMessage(wrapUpInstruction('model_failed', promptLanguageOf(options))));
    const step = await takeStep(round, 'model_failed');
    if (step.status === 'aborted') return await endAborted(round, step.text);
    if (step.status === 'said' && step.text !== '') return await endRound(round, 'natural', step.text, problem);
  }
  return await endRound(round, 'model_failed', await sayClosing(round, 'model_failed'), problem);
}

async function sayClosing(round: RunningRound, reason: ClosingReason): Promise<string> {
  const text = closingText(reason, talliesOf(round), round.input.options.language);
  await say(round, reason, text);
  return text;
}

/** The provider takes the request neither as it was nor shortened: the way out is the same as for one never sent. */
async function refuseTooLong(round: RunningRound, problem: RoundResult['problem']): Promise<RoundResult> {
  const text = refusalText('input', round.input.options.language);
  await say(round, 'refused', text);
  return await endRound(round, 'refused', text, problem);
}

/** A round by steps ends here; the next input goes on. */
export async function pause(round: RunningRound, said: string): Promise<RoundResult> {
  const problem = { code: 'step_done', message: 'The strategy goes on only when the user says so.' };
  if (said !== '') return await endRound(round, 'step_limit', said, problem);
  const text = stepPausedText(talliesOf(round), round.input.options.language);
  await say(round, 'step_done', text);
  return await endRound(round, 'step_limit', text, problem);
}

/** The reviewed answer, or the draft where the review has brought no other. */
export function endNatural(round: RunningRound, text: string): Promise<RoundResult> {
  return text === '' && round.draft !== undefined ? endWithDraft(round, 'natural') : endRound(round, 'natural', text);
}

/** The answer is said once more, otherwise: the model is told what is the matter with it and has no tools. */
export async function endCorrected(round: RunningRound, text: string, correction: string): Promise<RoundResult> {
  extendRequest(round, assistantMessage({ text, calls: [] }));
  extendRequest(round, userMessage(correction));
  const step = await takeStep(round, 'correction');
  if (step.status === 'aborted') return await endAborted(round, step.text);
  const problem = step.status === 'failed' ? { code: step.fault.code, message: step.fault.message } : undefined;
  const result = await endRound(round, 'natural', step.status === 'said' ? step.text : '', problem);
  return { ...result, uncorrected: text };
}

export async function endAborted(round: RunningRound, text: string): Promise<RoundResult> {
  return text === '' && round.draft !== undefined
    ? await endWithDraft(round, 'aborted')
    : await endRound(round, 'aborted', text);
}

/** The review did not come to an end: what was to be reviewed is the answer. */
async function endWithDraft(
  round: RunningRound,
  end: RoundEnd,
  problem?: RoundResult['problem'],
): Promise<RoundResult> {
  const text = round.draft ?? '';
  await say(round, 'review_failed', text);
  return await endRound(round, end, text, problem);
}

/** Words that no step has committed. */
async function say(round: RunningRound, reason: ClosingData['reason'], text: string): Promise<void> {
  await commit(round, [closingEntry({ reason, text })]);
  round.messages.push(...assistantMessages(text, []));
}

/** Nothing is sent to the model: what cannot be left out leaves no room to run. */
export async function refuse(round: RunningRound): Promise<RoundResult> {
  const { budget } = round.context;
  const isInputTooLong = budget.availableTokens >= LEAST_RUNNABLE_TOKENS;
  const text = refusalText(isInputTooLong ? 'input' : 'fixed', round.input.options.language);
  await say(round, 'refused', text);
  return await endRound(round, 'refused', text, {
    code: isInputTooLong ? 'input_too_long' : 'context_too_small',
    message: `The window of ${budget.windowTokens} tokens holds ${budget.fixedTokens} fixed ones and ${budget.inputTokens} of input; ${budget.remainingTokens} are left.`,
  });
}

export async function endRound(
  round: RunningRound,
  end: RoundEnd,
  text: string,
  problem?: RoundResult['problem'],
): Promise<RoundResult> {
  if (round.unwritten.length > 0) await commit(round, []);
  const { steps, usage, messages, countCorrection, learnedWindowTokens, context } = round;
  const learned = { countCorrection, windowTokens: learnedWindowTokens };
  return { end, text, steps, usage, messages, learned, rounds: context.rounds, ...(problem ? { problem } : {}) };
}
