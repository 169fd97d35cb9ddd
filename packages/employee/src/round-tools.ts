import { newId, toolNameOf } from '@rolecall/base';
import { type CallOutcome, proposeCall } from '@rolecall/gate';
import type { Writing } from '@rolecall/journal';
import type { QuestionData, RoundTool, RoundToolCall, RoundToolResult } from '@rolecall/kernel';
import { titleOf } from './capability-title.ts';
import type { CapabilityTool } from './capability-tools.ts';
import { MOST_ASKED } from './compose-reply.ts';
import { consequencesOf } from './consequences.ts';
import { CALL_CAPABILITY, type CallOfCapability, foundTools } from './found-tools.ts';
import { HAND_OVER_TOOL } from './hand-over/hand-over-settings.ts';
import type { Refusal } from './refusals.ts';
import { type ChosenReply, type PackUse, replyPackTools } from './reply-packs.ts';
import { isBuiltin, mayUseTools, residentTools } from './resident-tools.ts';
import { callContextOf, type ItemAtWork } from './round-context.ts';
import { isToldByRuntime, toolOutput } from './tool-output.ts';

/** What came of the calls of a round, in the order in which they ended. */
export interface RoundCalls {
  readonly outcomes: CallOutcome[];
  /** Capabilities that were not proposed, because as many wait for the customer's word as one notice can hold. */
  readonly postponed: string[];
  /** Writes that were not proposed, because the message asks for something that must be refused. */
  readonly unproposed: string[];
  /** What of the message must be refused: in such a round nothing is written. */
  readonly refusals: readonly Refusal[];
  /** Ready replies of the business that the model chose. */
  readonly packs: ChosenReply[];
  /** What the model asks the customer; a round asks one. */
  readonly questions: QuestionData[];
}

/**
 * The tools of a round: the gate's capabilities (or the two that find and call them), `why_not` for what is held back,
 * those of the kernel that an employee may have, and `use_reply`. A pack that blocks tools leaves none to a model. Every call that has an effect outside the conversation goes through the gate.
 * What came of each is added to `calls`.
 */
export function roundTools(
  work: ItemAtWork,
  capabilities: readonly CapabilityTool[],
  calls: RoundCalls,
  check: PackUse['check'],
): readonly RoundTool[] {
  if (!mayUseTools(work) && !isBuiltin(work)) return [];
  const call: CallOfCapability = (capability, proposed) => {
    const tool = capabilities.find((each) => each.capability === capability);
    const isForbidden = calls.refusals.length > 0 && tool && isForbiddenBeside(work, tool);
    return isForbidden ? notWithRefusal(capability, calls) : capabilityCall(work, capability, proposed, calls);
  };
  const each = (tool: CapabilityTool): RoundTool => ({
    name: tool.name,
    title: titleOf(work.context.space, tool.capability, work.language),
    description: tool.description,
    inputSchema: tool.inputSchema,
    effect: tool.effect,
    execute: (proposed) => call(tool.capability, proposed),
  });
  const isFound = work.context.space.tools === 'found';
  const tools: RoundTool[] = isFound ? [...foundTools(work, capabilities, call)] : capabilities.map(each);
  const held = Object.values(work.context.space.entries)
    .filter((entry) => entry.heldBackBy !== undefined)
    .map((entry) => entry.capability);
  if (held.length > 0) tools.push(whyNot(work, held.sort(), calls));
  tools.push(...residentTools(work, { check, ask: (question) => void calls.questions.push(question) }));
  tools.push(...replyPackTools(work, { check, choose: (reply) => void calls.packs.push(reply) }));
  return tools.sort((left, right) => (left.name < right.name ? -1 : 1));
}

async function* capabilityCall(
  work: ItemAtWork,
  capability: string,
  call: RoundToolCall,
  calls: RoundCalls,
): Writing<RoundToolResult> {
  if (askedIn(calls.outcomes) >= MOST_ASKED) {
    calls.postponed.push(capability);
    const reason = `${MOST_ASKED} actions wait for the customer’s confirmation; no more at a time.`;
    return { output: { status: 'not_proposed', executed: false, reason } };
  }
  const outcome = yield* proposeCall(
    { id: newId('call'), capability, arguments: call.input },
    callContextOf(work, call.step),
  );
  calls.outcomes.push(outcome);
  const consequences = consequencesOf([outcome], work);
  if (consequences.entries.length + consequences.timers.length > 0) yield consequences;
  return {
    output: toolOutput(outcome),
    endsRound: outcome.kind === 'awaiting_confirmation' || handsOver(outcome),
    isTold: isToldByRuntime(outcome),
  };
}

/** After it a person has the conversation, so that nothing more is for the model to say or do. */
function handsOver(outcome: CallOutcome): boolean {
  if (outcome.kind !== 'ended') return false;
  const { then, platform, outcome: came } = outcome.receipt;
  return then === 'hand_over' || (platform === HAND_OVER_TOOL && came === 'succeeded');
}

/** What the house does itself (hand-over, follow-up) stays open: it is the way out. */
function isForbiddenBeside({ context: { space } }: ItemAtWork, { capability, effect }: CapabilityTool): boolean {
  const binding = space.entries[capability]?.binding;
  return effect === 'write' && !(binding && 'platform' in binding);
}

/**
 * Which of its wishes a message's refusal is about, no pattern can say: nothing is written in its round, and what was left is
 * asked for anew.
 */
async function* notWithRefusal(capability: string, calls: RoundCalls): Writing<RoundToolResult> {
  calls.unproposed.push(capability);
  return {
    output: {
      status: 'not_proposed',
      executed: false,
      reason:
        'The message asks for something that the business refuses. The customer is told, and may ask for this anew.',
      refused: calls.refusals.map(({ rule }) => rule),
    },
    isTold: true,
  };
}

/** How many writes of the round wait for the customer's word. They are asked about in one notice, which ends the round. */
function askedIn(outcomes: readonly CallOutcome[]): number {
  return new Set(
    outcomes.flatMap((outcome) => (outcome.kind === 'awaiting_confirmation' ? [outcome.notice.operation] : [])),
  ).size;
}

/** Puts on record that something was asked for which this employee does not have, and says which boundary holds it back. */
function whyNot(work: ItemAtWork, held: readonly string[], { outcomes }: RoundCalls): RoundTool {
  const zh = work.promptLanguage === 'zh';
  return {
    name: 'why_not',
    description: zh
      ? '客户要求一件你做不到的事时调用：记录下来，并得到原因。原因由系统告诉客户。'
      : 'Call it when the customer asks for something that you cannot do: it is put on record and the reason comes back. The system tells the customer.',
    inputSchema: {
      type: 'object',
      properties: { capability: { type: 'string', enum: held } },
      required: ['capability'],
      additionalProperties: false,
    },
    effect: 'read',
    async *execute(call) {
      const { capability } = call.input;
      if (typeof capability !== 'string' || !held.includes(capability)) return notHeld(work, capability, held);
      const outcome = yield* proposeCall(
        { id: newId('call'), capability, arguments: {} },
        callContextOf(work, call.step),
      );
      outcomes.push(outcome);
      return { output: toolOutput(outcome), isTold: isToldByRuntime(outcome) };
    },
  };
}

/** Something that is not held back needs no reason; a name that nobody knows is not put before the customer. */
function notHeld(work: ItemAtWork, capability: unknown, held: readonly string[]): RoundToolResult {
  if (typeof capability === 'string' && Object.hasOwn(work.context.space.entries, capability)) {
    const tool = work.context.space.tools === 'found' ? CALL_CAPABILITY : toolNameOf(capability);
    return { output: { status: 'available', tool } };
  }
  return { output: { status: 'error', message: 'There is no such capability.', known: held }, isError: true };
}
