import { durationMs, newId, textHash } from '@rolecall/base';
import type { CommitDraft, EntryDraft, Writing } from '@rolecall/journal';
import { withReads } from '../boundaries/preconditions-step.ts';
import { tightenedBound } from '../boundaries/tightened-bound.ts';
import { bindingsOf } from '../boundaries/walk.ts';
import type { CallContext } from '../call-context.ts';
import type { Decision } from '../decision.ts';
import { gateEntry } from '../operations/entries.ts';
import type { OperationIn } from '../operations/operation.ts';
import { operationsOf } from '../operations/read-operation.ts';
import type { CallOutcome, Notice } from '../receipt.ts';
import { renderNotice } from '../texts/render-notice.ts';
import { blockedOutcome } from './blocked-outcome.ts';
import { decisionEntry } from './decision-entry.ts';
import type { Decided } from './gather-inputs.ts';

/**
 * Ends a write that needs the customer's yes: records the decision and the notice. The same write that already waits, with
 * the same notice, keeps its operation. While another notice of this round waits to be shown, the write is only held back:
 * one notice at a time can be answered by a yes.
 */
export async function* askToConfirm(
  decided: Decided,
  context: CallContext,
  answered: AnsweredNotice = {},
): Writing<CallOutcome> {
  const waiting = (await operationsOf(context)).filter((operation) => operation.state === 'awaiting_confirmation');
  const notice = noticeFor(decided, context, waiting);
  const before = answered.entries ?? [];
  const others = waiting.filter(({ id }) => id !== notice?.operation && id !== answered.operation);
  if (!notice || isShownThisRound(others, context)) {
    const leads = { operation: newId('op'), to: 'blocked' } as const;
    yield { entries: [...before, decisionEntry(decided, context, leads)] };
    return blockedOutcome(decided, context);
  }
  yield asking(decided, notice, context, before);
  return { kind: 'awaiting_confirmation', notice, decision: answered.decision ?? decided.decision };
}

/** The answer to an earlier notice, because of which a notice is shown (again). */
export interface AnsweredNotice {
  readonly operation?: string;
  readonly entries?: readonly EntryDraft[];
  /** What was decided on that answer. */
  readonly decision?: Decision;
}

/** The commit that records a decision and shows its notice. */
function asking(decided: Decided, notice: Notice, context: CallContext, before: readonly EntryDraft[]): CommitDraft {
  const { operation, expiresAt } = notice;
  const shown = { operation, contact: context.contact.id, expiresAt, notice };
  return {
    entries: [
      ...before,
      decisionEntry(decided, context, { operation, to: 'awaiting_confirmation' }),
      gateEntry('gate.awaiting_confirmation', shown, { step: context.step }),
    ],
  };
}

const STANDARD_EXPIRY_MS = 30 * 60_000;

/** The notice of a decided write, under the operation that already waits with the same one, or under a new one. */
function noticeFor(
  { call, decision, inputs }: Decided,
  context: CallContext,
  waiting: readonly OperationIn<'awaiting_confirmation'>[],
): Notice | undefined {
  const entry = context.space.entries[call.capability];
  const { prepared } = decision;
  if (!entry?.bound || !prepared) return undefined;
  const bound = tightenedBound(entry.bound);
  const { contract } = bound;
  const walk = { inputs, release: context.release, bound };
  const text = renderNotice({
    release: context.release,
    contract,
    prepared,
    bindings: withReads(bindingsOf(walk, prepared.values), walk),
    language: inputs.language,
    inputs,
  });
  const hash = textHash(text);
  const same = waiting.find(
    (operation) =>
      operation.argumentsHash === prepared.hash &&
      operation.asked.notice.hash === hash &&
      !isExpired(operation, inputs.now),
  );
  const expiresMs = durationMs(contract.confirmation?.expires_in ?? '30m') ?? STANDARD_EXPIRY_MS;
  return {
    operation: same?.id ?? newId('op'),
    capability: contract.capability,
    text,
    language: inputs.language,
    argumentsHash: prepared.hash,
    hash,
    expiresAt: new Date(Date.parse(inputs.now) + expiresMs).toISOString(),
    acknowledgementConfirms: contract.confirmation?.acknowledgement_confirms ?? false,
  };
}

function isExpired({ asked }: OperationIn<'awaiting_confirmation'>, now: string): boolean {
  return Date.parse(now) >= Date.parse(asked.notice.expiresAt);
}

/** True when a notice of these has been decided since the customer last wrote: this round shows that one. */
function isShownThisRound(
  operations: readonly OperationIn<'awaiting_confirmation'>[],
  { said }: Pick<CallContext, 'said'>,
): boolean {
  const lastSaid = Math.max(0, ...said.map(({ sequence }) => sequence));
  return operations.some(({ asked }) => asked.sequence > lastSaid);
}
