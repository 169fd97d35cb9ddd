import { type JsonObject, type JsonValue, jsonAsText, nearestName, textIn } from '@rolecall/base';
import type { Writing } from '@rolecall/journal';
import type { RoundTool, RoundToolCall, RoundToolResult } from '@rolecall/kernel';
import type { CapabilityTool } from './capability-tools.ts';
import { closedByStage } from './closed-by-stage.ts';
import { findCapabilities } from './find-capabilities.ts';
import type { ItemAtWork } from './round-context.ts';

/** The two tools that stand for all capabilities where there are too many to list. */
export const FIND_CAPABILITY = 'find_capability';
export const CALL_CAPABILITY = 'call_capability';

/** Proposes one call of one capability: the same as behind a tool of its own. */
export type CallOfCapability = (capability: string, call: RoundToolCall) => Writing<RoundToolResult>;

/**
 * `find_capability` and `call_capability`, in place of a tool for each capability. Both are constants of the release. A call
 * takes the same way through the gate as one of a tool of its own; one of something that is held back comes back blocked,
 * with its reason, and is on record. Source: design, section 5, "The prompt".
 */
export function foundTools(
  work: ItemAtWork,
  capabilities: readonly CapabilityTool[],
  propose: CallOfCapability,
): readonly RoundTool[] {
  return [finder(work, capabilities), caller(work, capabilities, propose)];
}

function finder(work: ItemAtWork, capabilities: readonly CapabilityTool[]): RoundTool {
  const zh = work.promptLanguage === 'zh';
  return {
    name: FIND_CAPABILITY,
    description: zh
      ? '按客户想办的事查找你能用的能力，得到名称、何时使用、参数。办事之前先查；找到后用 call_capability 调用。'
      : 'Finds the capabilities for what the customer wants: names, when to use them, arguments. Look before you act; then call one with call_capability.',
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          minLength: 1,
          description: zh ? '客户想办的事，用客户的话' : 'What the customer wants, in their words',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    effect: 'read',
    execute: (call) => found(work, capabilities, call.input),
  };
}

async function* found(
  work: ItemAtWork,
  capabilities: readonly CapabilityTool[],
  { query }: JsonObject,
): Writing<RoundToolResult> {
  if (typeof query !== 'string' || query.trim() === '') {
    return { output: { status: 'error', message: 'Say in "query" what the customer wants.' }, isError: true };
  }
  const closed = new Set(closedByStage(work));
  const hits = findCapabilities(work.context.space, query);
  const open = hits.flatMap(({ capability }): readonly JsonValue[] => {
    const tool = capabilities.find((each) => each.capability === capability);
    if (!tool) return [];
    const { description, effect, inputSchema } = tool;
    const stage = closed.has(capability) ? { closed: 'stage_not_open' } : {};
    return [{ capability, description, effect, arguments: inputSchema, ...stage }];
  });
  const held = hits.flatMap(({ capability, entry: { heldBackBy, checks, known } }): readonly JsonValue[] => {
    if (heldBackBy === undefined) return [];
    const { code = null } = checks[heldBackBy];
    return [{ capability, title: textIn(known?.title, work.promptLanguage), boundary: heldBackBy, code }];
  });
  return { output: { status: 'found', capabilities: open, held_back: held }, isWhole: true };
}

function caller(work: ItemAtWork, capabilities: readonly CapabilityTool[], propose: CallOfCapability): RoundTool {
  const zh = work.promptLanguage === 'zh';
  return {
    name: CALL_CAPABILITY,
    description: zh
      ? '调用一项能力。capability 是 find_capability 给出的名称，arguments 只填客户说过的值；没有就不填。'
      : 'Calls a capability by the name that find_capability gave. In arguments, only what the customer said; leave out the rest.',
    inputSchema: {
      type: 'object',
      properties: { capability: { type: 'string' }, arguments: { type: 'object' } },
      required: ['capability'],
      additionalProperties: false,
    },
    effect: 'write',
    effectOf: ({ capability }) => capabilities.find((each) => each.capability === capability)?.effect ?? 'read',
    execute: (call) => calledByName(work, call, propose),
  };
}

async function* calledByName(
  work: ItemAtWork,
  call: RoundToolCall,
  propose: CallOfCapability,
): Writing<RoundToolResult> {
  const { capability, arguments: values = {} } = call.input;
  const known = Object.keys(work.context.space.entries);
  if (typeof capability !== 'string' || !known.includes(capability)) {
    const nearest = nearestName(jsonAsText(capability ?? null), known);
    const hint = nearest === undefined ? 'Find one with find_capability.' : `Did you mean "${nearest}"?`;
    return { output: { status: 'error', message: `There is no such capability. ${hint}` }, isError: true };
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    return { output: { status: 'error', message: '"arguments" is an object of values by name.' }, isError: true };
  }
  return yield* propose(capability, { ...call, input: values as JsonObject });
}
