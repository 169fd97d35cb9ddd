import { newId } from '@rolecall/base';
import type { Writing } from '@rolecall/journal';
import { recordable } from '../arguments/depth.ts';
import { OPERATOR_APPROVAL } from '../boundaries/approval-step.ts';
import { tightenedBound } from '../boundaries/tightened-bound.ts';
import type { CallContext } from '../call-context.ts';
import type { ProposedCall } from '../decision.ts';
import type { CallOutcome } from '../receipt.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { blockedOutcome } from './blocked-outcome.ts';
import { decisionEntry } from './decision-entry.ts';
import { executeRead } from './execute-read.ts';
import { executeWrite } from './execute-write.ts';
import { type Decided, decide } from './gather-inputs.ts';
import { requestApproval, requestedAlready } from './request-approval.ts';

/**
 * Takes one proposed call through the five boundaries, and executes it when they let it through.
 *
 * Every decision is in the journal before anything leaves. A write that the customer has to confirm ends here as
 * `awaiting_confirmation`; a read, and a write that needs no confirmation, runs at once. Never throws for a reason that
 * lies in assets, arguments or systems.
 */
export async function* proposeCall(proposed: ProposedCall, context: CallContext): Writing<CallOutcome> {
  const call = { ...proposed, arguments: recordable(proposed.arguments) };
  const decided = await decide(call, context);
  if (effectOf(call, context) === 'write') return yield* proposeWrite(decided, context);
  if (decided.decision.verdict === 'allow') return yield* executeRead(decided, context);
  yield { entries: [decisionEntry(decided, context)] };
  return blockedOutcome(decided, context);
}

async function* proposeWrite(decided: Decided, context: CallContext): Writing<CallOutcome> {
  const { decision } = decided;
  if (decision.verdict === 'allow') return yield* runWrite(newId('op'), decided, context);
  if (decision.code === 'confirmation_required') return yield* askSomebody(decided, decision.reason, context);
  const leads = { operation: newId('op'), to: 'blocked' } as const;
  yield { entries: [decisionEntry(decided, context, leads)] };
  return blockedOutcome(decided, context);
}

/** Asks whoever's word is missing: the customer first, then an operator. What an operator has before them is not asked again. */
async function* askSomebody(decided: Decided, reason: string | undefined, context: CallContext): Writing<CallOutcome> {
  const requested = await requestedAlready(decided, context);
  if (requested) {
    yield { entries: [decisionEntry(decided, context)] };
    return { kind: 'awaiting_approval', request: requested.requested.request, decision: decided.decision };
  }
  return reason === OPERATOR_APPROVAL
    ? yield* requestApproval(decided, context, { operation: newId('op') })
    : yield* askToConfirm(decided, context);
}

/** How often a write is decided anew because somebody else was faster, before that itself becomes the reason of a block. */
const MOST_RACES = 3;

/**
 * Executes an allowed write. When the store refuses the commit, somebody else took the key or the last of the limit: the call
 * is decided anew on what is there now, and the block that comes of it is recorded like any other.
 */
export async function* runWrite(
  operation: string,
  allowed: Decided,
  context: CallContext,
  answered: WrittenAnswer = {},
): Writing<CallOutcome> {
  let decided = allowed;
  for (let races = 0; ; races++) {
    const { decision, call } = decided;
    const entry = context.space.entries[call.capability];
    if (decision.verdict === 'block' || !entry?.binding || !entry.bound) {
      yield {
        entries: [
          ...(answered.entries ?? []),
          decisionEntry(decided, context, { operation, to: 'blocked' }, answered.causedBy),
        ],
      };
      return blockedOutcome(decided, context);
    }
    const executed = yield* executeWrite(
      {
        operation,
        contract: tightenedBound(entry.bound).contract,
        task: entry.bound.task,
        binding: entry.binding,
        prepared: decision.prepared,
        decided,
        entries: [
          ...(answered.entries ?? []),
          decisionEntry(decided, context, { operation, to: 'ready' }, answered.causedBy),
        ],
      },
      context,
    );
    if (executed.status === 'ended') return { kind: 'ended', receipt: executed.receipt };
    const isLast = executed.by === 'limit_reached' || races + 1 >= MOST_RACES;
    decided = await decide(call, context, { ...answered.known, ...(isLast ? { refused: executed.by } : {}) });
  }
}

/** What a yes to a notice adds to the execution. */
export interface WrittenAnswer {
  /** Recorded in front of the decision, in the same commit. */
  readonly entries?: Parameters<typeof executeWrite>[0]['entries'];
  readonly known?: Parameters<typeof decide>[2];
  readonly causedBy?: string | undefined;
}

function effectOf({ capability }: ProposedCall, { space }: CallContext): 'read' | 'write' {
  const entry = Object.hasOwn(space.entries, capability) ? space.entries[capability] : undefined;
  return entry?.bound?.contract.effect ?? 'read';
}
