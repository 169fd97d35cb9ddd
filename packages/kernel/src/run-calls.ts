import type { JsonValue, Language } from '@rolecall/base';
import type { ParsedCall } from './parse-call.ts';
import { isWriting, NotRecorded, type Recorder, recordWriting } from './recorder.ts';
import type { ActiveSkill, RoundEvent, RoundTool, RoundToolCall } from './round.ts';
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
 * order, exactly one for each call. Throws only `NotRecorded`, once nothing is under way any more.
 */
export async function runCalls(calls: readonly ParsedCall[], setting: CallSetting): Promise<CallOutcome[]> {
  const planned = calls.map((call) => planCall(call, setting));
  const [only] = planned;
  if (only && planned.length === 1) return ['output' in only ? only : await runCall(only.call, only.tool, setting)];
  const outcomes: CallOutcome[] = [];
  const run = async (index: number, { call, tool }: RunnableCall) => {
    outcomes[index] = await runCall(call, tool, setting);
  };
  const reading: Promise<void>[] = [];
  planned.forEach((plan, index) => {
    if ('output' in plan) outcomes[index] = plan;
    else if (effectOf(plan) === 'read') reading.push(run(index, plan));
  });
  await allOf(reading);
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

/** All are waited for, also when one fails. */
async function allOf(running: readonly Promise<void>[]): Promise<void> {
  if (running.length === 1) return await running[0];
  for (const ran of await Promise.allSettled(running)) if (ran.status === 'rejected') throw ran.reason;
}

async function runCall(call: ParsedCall, tool: RoundTool, setting: CallSetting): Promise<CallOutcome> {
  const { step, signal, tell } = setting;
  const { id, name, input, signature } = call;
  if (signal?.aborted) return problemOutcome(call, { code: 'aborted' }, setting, false);
  const proposed: RoundToolCall = { id, name, input, step, signal };
  tell?.({ type: 'call_started', step, id, name, input });
  try {
    const run = tool.execute(proposed);
    const result = isWriting(run) ? await recordWriting(run, setting.record) : await run;
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
  } catch (thrown) {
    if (thrown instanceof NotRecorded) throw thrown;
    setting.onToolThrew(thrown, proposed);
    tell?.({ type: 'call_ended', step, id, name, isError: true, output: null });
    return problemOutcome(call, { code: 'tool_failed' }, setting, true);
  }
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
