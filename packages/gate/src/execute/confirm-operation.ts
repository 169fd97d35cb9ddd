import { newId } from '@rolecall/base';
import type { EntryDraft, Writing } from '@rolecall/journal';
import { OPERATOR_APPROVAL } from '../boundaries/approval-step.ts';
import { ARGUMENT_CORRECTED } from '../boundaries/confirmation-step.ts';
import type { CallContext } from '../call-context.ts';
import type { ConfirmationInput } from '../call-inputs.ts';
import { gateEntry } from '../operations/entries.ts';
import type { Operation } from '../operations/operation.ts';
import { operationsOf, readOperation } from '../operations/read-operation.ts';
import type { BlockCode } from '../parts/block-codes.ts';
import type { CallOutcome } from '../receipt.ts';
import { answerReceipt } from './answer-receipt.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { blockedOutcome } from './blocked-outcome.ts';
import { decisionEntry } from './decision-entry.ts';
import { type Decided, decide } from './gather-inputs.ts';
import { runWrite } from './propose-call.ts';
import { requestApproval } from './request-approval.ts';

/** A customer's answer to a notice. */
export type NoticeAnswer = {
  readonly operation: string;
  /** What led to it, for the journal: `inbox:<id>` or `entry:<sequence>`. */
  readonly causedBy?: string | undefined;
  /** The operations of the list in which its notice was shown, in their order; itself is one of them. */
  readonly list?: readonly string[] | undefined;
} & (
  | { readonly by: 'button' }
  /** In words: counts only if the notice is the last thing that was sent. */
  | { readonly by: 'text'; readonly noticeIsLast: boolean }
);

/**
 * The customer said yes. Everything is checked again on what is true now: the preconditions are read, the notice is
 * rendered, and only if it still reads as it was shown, for the same arguments and contract version, not expired and not
 * used, the write runs. Otherwise a fresh notice is shown, or the block told.
 *
 * Undefined when this contact has no such operation, or it never had a notice.
 * Source: design, section 6, "Confirmation".
 */
export async function* confirmOperation(answer: NoticeAnswer, context: CallContext): Writing<CallOutcome | undefined> {
  const operation = await askedOperation(answer, context);
  if (!operation) return undefined;
  if (operation.state === 'awaiting_approval') return yield* stillToApprove(operation, context);
  const known = { confirmation: confirmationInput(operation, answer, 'yes'), before: operation.proposedSequence };
  const decided = await decide(operation.call, context, known);
  const entries = [answeredEntry(operation, answer, 'yes', decided, context)];
  const { decision } = decided;
  const causedBy = answer.causedBy;
  if (decision.verdict === 'allow') {
    return yield* runWrite(operation.id, decided, context, { entries, known, causedBy });
  }
  if (decision.reason === OPERATOR_APPROVAL && operation.state === 'awaiting_confirmation') {
    const { notice, at } = operation.asked;
    const confirmed = { text: notice.text, at };
    const { confirmation } = known;
    return yield* requestApproval(decided, context, {
      operation: operation.id,
      confirmation,
      confirmed,
      entries,
      causedBy,
    });
  }
  const isReplaced = decision.reason === ARGUMENT_CORRECTED && (await hasSuccessor(operation, context));
  if (!isReplaced && ASKS_AGAIN.has(decision.code) && operation.state === 'awaiting_confirmation') {
    return yield* askAgain(operation, decided, context, entries, causedBy);
  }
  yield {
    entries: [...entries, decisionEntry(decided, context, { operation: operation.id, to: 'blocked' }, causedBy)],
  };
  return blockedOutcome(decided, context);
}

/**
 * The customer said no. The operation ends; a later yes to its notice executes nothing. One that may have left already is
 * not undone by it: the outcome says so.
 */
export async function* declineOperation(answer: NoticeAnswer, context: CallContext): Writing<CallOutcome | undefined> {
  const operation = await askedOperation(answer, context);
  if (!operation) return undefined;
  const confirmation = confirmationInput(operation, answer, 'no');
  const decided = await decide(operation.call, context, { confirmation, before: operation.proposedSequence });
  yield {
    entries: [
      answeredEntry(operation, answer, 'no', decided, context),
      decisionEntry(decided, context, { operation: operation.id, to: 'blocked' }, answer.causedBy),
    ],
  };
  return blockedOutcome(decided, context);
}

/** The yes has been given, and an operator has it before them: it is told again, and nothing more happens. */
async function* stillToApprove(
  operation: Extract<Operation, { state: 'awaiting_approval' }>,
  context: CallContext,
): Writing<CallOutcome> {
  const { request, confirmation } = operation.requested;
  const decided = await decide(operation.call, context, { confirmation, before: operation.proposedSequence });
  yield { entries: [decisionEntry(decided, context)] };
  return { kind: 'awaiting_approval', request, decision: decided.decision };
}

/** True when the customer has been asked about the same kind of thing since: that is what they want now. */
async function hasSuccessor({ id, capability, asked }: AskedOperation, context: CallContext): Promise<boolean> {
  return (await operationsOf(context)).some(
    (other) =>
      other.state === 'awaiting_confirmation' &&
      other.id !== id &&
      other.capability === capability &&
      other.asked.sequence > asked.sequence,
  );
}

const ASKS_AGAIN: ReadonlySet<BlockCode> = new Set(['confirmation_required', 'confirmation_stale']);

/**
 * Shows a notice again. When it reads as before, the operation goes on waiting; when it does not, or has expired, the old
 * operation ends and a new one takes its place, so that a button never confirms what its own notice did not show.
 */
async function* askAgain(
  operation: AskedOperation,
  decided: Decided,
  context: CallContext,
  entries: readonly EntryDraft[],
  causedBy: string | undefined,
): Writing<CallOutcome> {
  const { decision } = decided;
  const isStale = decision.verdict === 'block' && decision.code === 'confirmation_stale';
  const to = isStale ? 'blocked' : 'awaiting_confirmation';
  const answered = [...entries, decisionEntry(decided, context, { operation: operation.id, to }, causedBy)];
  const fresh = await decide(operation.call, context, isStale ? {} : { before: operation.proposedSequence });
  if (fresh.decision.verdict === 'block' && fresh.decision.code === 'confirmation_required') {
    return fresh.decision.reason === OPERATOR_APPROVAL
      ? yield* requestApproval(fresh, context, { operation: newId('op'), entries: answered, causedBy })
      : yield* askToConfirm(fresh, context, { entries: answered, decision, ended: isStale ? operation.id : undefined });
  }
  yield { entries: answered };
  return blockedOutcome(decided, context);
}

type AskedOperation = Operation & { readonly asked: NonNullable<Operation['asked']> };

/** The operation of this conversation whose notice is answered. */
async function askedOperation(answer: NoticeAnswer, context: CallContext): Promise<AskedOperation | undefined> {
  const operation = await readOperation(answer.operation, context);
  const isOurs = operation?.conversation === context.conversation.id;
  return isOurs && operation.asked ? { ...operation, asked: operation.asked } : undefined;
}

function confirmationInput(
  { id, state, asked }: AskedOperation,
  answer: NoticeAnswer,
  said: 'yes' | 'no',
): ConfirmationInput {
  const { hash, argumentsHash, language, expiresAt, facts } = asked.notice;
  const shownWith = answer.list?.filter((other) => other !== id) ?? [];
  const mayBeWithdrawn = said === 'no' && state === 'awaiting_approval';
  return {
    operation: id,
    answer: said,
    by: answer.by,
    notice: { hash, argumentsHash, language, shownAt: asked.at, expiresAt, ...(facts ? { facts } : {}) },
    ...(shownWith.length > 0 ? { shownWith } : {}),
    noticeIsLast: answer.by === 'button' || answer.noticeIsLast,
    used: state !== 'awaiting_confirmation' && !mayBeWithdrawn,
  };
}

function answeredEntry(
  operation: AskedOperation,
  { by, causedBy, list = [] }: NoticeAnswer,
  answer: 'yes' | 'no',
  decided: Decided,
  context: CallContext,
): EntryDraft {
  const { notice, at } = operation.asked;
  return gateEntry(
    'gate.confirmation_answered',
    {
      ...answerReceipt(operation, { at, request: notice }, decided, context, causedBy),
      answer,
      by,
      noticeHash: notice.hash,
      ...(list.length > 1 ? { list: { number: list.indexOf(operation.id) + 1, of: list.length } } : {}),
    },
    causedBy === undefined ? {} : { causedBy },
  );
}
