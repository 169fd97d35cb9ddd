import type { JsonValue, Language } from '@rolecall/base';
import { isPromise } from './is-promise.ts';
import type { ParsedCall } from './parse-call.ts';
import { isWriting, NotRecorded, type Recorder, recordWriting } from './recorder.ts';
import type { ActiveSkill, RoundEvent, RoundTool, RoundToolCall, RoundToolResult } from './round.ts';
import { type CallProblem, callProblemText } from './sentences.ts';

/** What became of one call. */
export interface CallOutcome {
  readonly id: string;
  readonly name: string;
  readonly signature: string;
  readonly output: JsonValue;
  readonly isError: boolean;
  readonly endsRound: boolean;
  /** The host tells the customer what came of it. */
  readonly isTold: boolean;
  readonly activates: ActiveSkill | undefined;
  readonly isWhole: boolean;
  /** False when the call never reached its tool. */
  readonly hasRun: boolean;
}

/** What the calls of a step run under. */
export interface CallSetting {
  readonly step: number;
  readonly language: Language;
  readonly signal: AbortSignal | undefined;
  readonly record: Recorder;
  /** Called before a call runs; a problem keeps it from running. */
  readonly holdBack: (call: ParsedCall) => CallProblem | undefined;
  readonly tell: ((event: RoundEvent) => void) | undefined;
  readonly onToolThrew: (thrown: unknown, call: RoundToolCall) => void;
}

/**
 * Runs the calls of a step: its reads in parallel, then its writes one by one in source order. Outcomes stand in source
 * order, exactly one for each call. Answers at once where nothing has to be waited for. Throws only `NotRecorded`, once
 * nothing is under way any more.
 */
export function runCalls(
  calls: readonly ParsedCall[],
  setting: CallSetting,
): readonly CallOutcome[] | Promise<readonly CallOutcome[]> {
  const planned = calls.map((call) => planCall(call, setting));
  const [only] = planned;
  if (!only || planned.length > 1) return runPlanned(planned, setting);
  const outcome = 'output' in only ? only : runCall(only, setting);
  return outcome instanceof Promise ? outcome.then((one) => [one]) : [outcome];
}

async function runPlanned(
  planned: readonly (RunnableCall | CallOutcome)[],
  setting: CallSetting,
): Promise<readonly CallOutcome[]> {
  const outcomes: CallOutcome[] = [];
  const run = async (index: number, call: RunnableCall) => {
    outcomes[index] = await runCall(call, setting);
  };
  const reading: Promise<void>[] = [];
  planned.forEach((plan, index) => {
    if ('output' in plan) outcomes[index] = plan;
    else if (effectOf(plan) === 'read') reading.push(run(index, plan));
  });
  // All are waited for, also when one fails.
  for (const ran of await Promise.allSettled(reading)) if (ran.status === 'rejected') throw ran.reason;
  for (const [index, plan] of planned.entries()) {
    if (!('output' in plan) && effectOf(plan) === 'write') await run(index, plan);
  }
  return outcomes;
}

interface RunnableCall {
  readonly call: ParsedCall;
  readonly tool: RoundTool;
}

/** The call with its tool, or what becomes of it where it is not to run. */
function planCall(call: ParsedCall, setting: CallSetting): RunnableCall | CallOutcome {
  const held = setting.holdBack(call);
  if (held) return problemOutcome(call, held, setting, false);
  const { plan } = call;
  return plan.kind === 'run' ? { call, tool: plan.tool } : problemOutcome(call, plan.problem, setting, false);
}

function effectOf({ call, tool }: RunnableCall): 'read' | 'write' {
  return tool.effectOf?.(call.input) ?? tool.effect;
}

/** Runs a call: at once where its tool answers at once. */
function runCall({ call, tool }: RunnableCall, setting: CallSetting): CallOutcome | Promise<CallOutcome> {
  const { step, signal, tell } = setting;
  const { id, name, input } = call;
  if (signal?.aborted) return problemOutcome(call, { code: 'aborted' }, setting, false);
  const proposed: RoundToolCall = { id, name, input, step, signal };
  tell?.({ type: 'call_started', step, id, name, input });
  const failed = (thrown: unknown) => {
    if (thrown instanceof NotRecorded) throw thrown;
    setting.onToolThrew(thrown, proposed);
    tell?.({ type: 'call_ended', step, id, name, isError: true, output: null });
    return problemOutcome(call, { code: 'tool_failed' }, setting, true);
  };
  try {
    const run = tool.execute(proposed);
    if (isWriting(run))
      return recordWriting(run, setting.record)
        .then((result) => ranOutcome(call, result, setting))
        .catch(failed);
    if (isPromise(run))
      return Promise.resolve(run)
        .then((result) => ranOutcome(call, result, setting))
        .catch(failed);
    return ranOutcome(call, run, setting);
  } catch (thrown) {
    return failed(thrown);
  }
}

function ranOutcome(
  { id, name, signature }: ParsedCall,
  result: RoundToolResult,
  { step, tell }: CallSetting,
): CallOutcome {
  const output = result.output ?? null;
  const isError = result.isError === true;
  tell?.({ type: 'call_ended', step, id, name, isError, output });
  return {
    id,
    name,
    signature,
    output,
    isError,
    endsRound: result.endsRound === true,
    isTold: result.isTold === true,
    activates: result.activates,
    isWhole: result.isWhole === true,
    hasRun: true,
  };
}

function problemOutcome(
  { id, name, signature }: ParsedCall,
  problem: CallProblem,
  { language }: CallSetting,
  hasRun: boolean,
): CallOutcome {
  return {
    id,
    name,
    signature,
    output: { error: problem.code, message: callProblemText(problem, language) },
    isError: true,
    endsRound: false,
    isTold: false,
    activates: undefined,
    isWhole: false,
    hasRun,
  };
}
