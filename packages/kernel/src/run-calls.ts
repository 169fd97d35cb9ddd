import type { JsonValue, Language } from '@rolecall/base';
import type { Writing } from '@rolecall/journal';
import { mergeWritings } from './merge-writings.ts';
import type { ParsedCall } from './parse-call.ts';
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
  readonly activates?: ActiveSkill | undefined;
  readonly isWhole?: boolean | undefined;
  /** False when the call never reached its tool. */
  readonly hasRun: boolean;
}

/** What the calls of a step run under. */
export interface CallSetting {
  readonly step: number;
  readonly language: Language;
  readonly signal: AbortSignal | undefined;
  /** Called before a call runs; a problem keeps it from running. */
  readonly holdBack: (call: ParsedCall) => CallProblem | undefined;
  readonly tell: (event: RoundEvent) => void;
  readonly onToolThrew: (thrown: unknown, call: RoundToolCall) => void;
}

/**
 * Runs the calls of a step: its reads in parallel, then its writes one by one in source order. Outcomes stand in source
 * order, exactly one for each call.
 */
export async function* runCalls(calls: readonly ParsedCall[], setting: CallSetting): Writing<CallOutcome[]> {
  const outcomes = new Map<ParsedCall, CallOutcome>();
  const runnable: RunnableCall[] = [];
  for (const call of calls) {
    const problem =
      call.plan.kind === 'answer' ? (setting.holdBack(call) ?? call.plan.problem) : setting.holdBack(call);
    if (problem) outcomes.set(call, problemOutcome(call, problem, setting));
    else if (call.plan.kind === 'run') runnable.push({ call, tool: call.plan.tool });
  }
  const reads = runnable.filter((each) => effectOf(each) === 'read');
  const [only] = reads;
  if (only && reads.length === 1) {
    outcomes.set(only.call, yield* runCall(only.call, only.tool, setting));
  } else {
    const ran = yield* mergeWritings(reads.map(({ call, tool }) => runCall(call, tool, setting)));
    ran.forEach((outcome, index) => {
      const read = reads[index];
      if (read) outcomes.set(read.call, outcome);
    });
  }
  for (const each of runnable) {
    if (effectOf(each) === 'write') outcomes.set(each.call, yield* runCall(each.call, each.tool, setting));
  }
  return calls.flatMap((call) => outcomes.get(call) ?? []);
}

interface RunnableCall {
  readonly call: ParsedCall;
  readonly tool: RoundTool;
}

function effectOf({ call, tool }: RunnableCall): 'read' | 'write' {
  return tool.effectOf?.(call.input) ?? tool.effect;
}

async function* runCall(call: ParsedCall, tool: RoundTool, setting: CallSetting): Writing<CallOutcome> {
  const { step, signal, tell } = setting;
  const { id, name, input, signature } = call;
  if (signal?.aborted) return problemOutcome(call, { code: 'aborted' }, setting);
  const proposed: RoundToolCall = { id, name, input, step, signal };
  tell({ type: 'call_started', step, id, name, input });
  try {
    const result = yield* tool.execute(proposed);
    const isError = result.isError === true;
    tell({ type: 'call_ended', step, id, name, isError, output: result.output ?? null });
    return {
      id,
      name,
      signature,
      output: result.output ?? null,
      isError,
      endsRound: result.endsRound === true,
      isTold: result.isTold === true,
      activates: result.activates,
      isWhole: result.isWhole,
      hasRun: true,
    };
  } catch (thrown) {
    setting.onToolThrew(thrown, proposed);
    tell({ type: 'call_ended', step, id, name, isError: true, output: null });
    return { ...problemOutcome(call, { code: 'tool_failed' }, setting), hasRun: true };
  }
}

function problemOutcome(call: ParsedCall, problem: CallProblem, { language }: CallSetting): CallOutcome {
  const output = { error: problem.code, message: callProblemText(problem, language) };
  const { id, name, signature } = call;
  return { id, name, signature, output, isError: true, endsRound: false, isTold: false, hasRun: false };
}
