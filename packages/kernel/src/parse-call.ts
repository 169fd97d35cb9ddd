import { canonicalJson, isJsonObject, type JsonObject, nearestName } from '@rolecall/base';
import type { RawCall } from './collect-step.ts';
import type { RoundTool } from './round.ts';
import type { CallProblem } from './sentences.ts';

/** A call as the round handles it. Without a tool it never leaves the kernel. */
export interface ParsedCall {
  readonly id: string;
  readonly name: string;
  /** Empty when the arguments were not one JSON object. */
  readonly input: JsonObject;
  /** The arguments as the model wrote them, when they were not one JSON object. */
  readonly malformed?: string | undefined;
  /** Equal for calls with the same input. */
  readonly signature: string;
  readonly plan:
    | { readonly kind: 'run'; readonly tool: RoundTool }
    | { readonly kind: 'answer'; readonly problem: CallProblem };
}

/**
 * Reads the calls of a step. What a model gets wrong (a name, broken JSON, arguments that are no object) becomes an
 * answer to the model. Empty arguments are `{}`, as several providers send them for a tool without parameters. Ids are
 * made unique inside the round: results find their calls by them.
 */
export function parseCalls(
  calls: readonly RawCall[],
  tools: ReadonlyMap<string, RoundTool>,
  usedIds: Set<string>,
): ParsedCall[] {
  return calls.map((call) => {
    const id = uniqueId(call.id, usedIds);
    const { name } = call;
    const read = readArguments(call.arguments);
    const tool = tools.get(name);
    if ('problem' in read) {
      const problem: CallProblem = { code: read.problem, received: call.arguments };
      const plan = { kind: 'answer', problem: tool ? problem : unknownTool(name, tools) } as const;
      return { id, name, input: {}, malformed: call.arguments, signature: call.arguments, plan };
    }
    const signature = canonicalJson(read.input);
    const plan = tool
      ? ({ kind: 'run', tool } as const)
      : ({ kind: 'answer', problem: unknownTool(name, tools) } as const);
    return { id, name, input: read.input, signature, plan };
  });
}

function readArguments(
  text: string,
): { readonly input: JsonObject } | { readonly problem: 'arguments_not_json' | 'arguments_not_object' } {
  if (text.trim() === '') return { input: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'arguments_not_json' };
  }
  return isJsonObject(value) ? { input: value } : { problem: 'arguments_not_object' };
}

function unknownTool(name: string, tools: ReadonlyMap<string, RoundTool>): CallProblem {
  return { code: 'tool_unknown', name, nearest: nearestName(name, tools.keys()) };
}

function uniqueId(id: string, used: Set<string>): string {
  let unique = id === '' ? 'call' : id;
  for (let count = 2; used.has(unique); count++) unique = `${id === '' ? 'call' : id}~${count}`;
  used.add(unique);
  return unique;
}
