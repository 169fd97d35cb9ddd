import { newId } from '@rolecall/base';
import type { EntryDraft, Writing } from '@rolecall/journal';
import { OPERATOR_APPROVAL } from '../boundaries/approval-step.ts';
import type { CallContext } from '../call-context.ts';
import type { ApprovalInput } from '../call-inputs.ts';
import { gateEntry } from '../operations/entries.ts';
import type { OperationIn } from '../operations/operation.ts';
import { readOperation } from '../operations/read-operation.ts';
import type { BlockCode } from '../parts/block-codes.ts';
import type { CallOutcome } from '../receipt.ts';
import { answerReceipt } from './answer-receipt.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { blockedOutcome } from './blocked-outcome.ts';
import { decisionEntry } from './decision-entry.ts';
import { type Decided, decide } from './gather-inputs.ts';
import { runWrite } from './propose-call.ts';
import { requestApproval } from './request-approval.ts';

/** An operator's word on a write that waits for it. */
export interface ApprovalAnswer {
  readonly operation: string;
  readonly verdict: 'approve' | 'refuse';
  /** Who gives it, as the business knows them. */
  readonly person: string;
  readonly reason?: string | undefined;
  /** What led to it, for the journal: `inbox:<id>` or `entry:<sequence>`. */
  readonly causedBy?: string | undefined;
}

/**
 * An operator approved or refused. On an approval everything is decided again on what is true now, the customer's yes
 * included, and only if all of it still holds the write runs; where what was shown changed, the customer and the operator are
 * asked anew. A refusal ends the operation.
 *
 * Undefined when no operation of this conversation waits for it: an approval counts once.
 * Source: design, section 6, "Confirmation".
 */
export async function* answerApproval(answer: ApprovalAnswer, context: CallContext): Writing<CallOutcome | undefined> {
  const operation = await waitingOperation(answer.operation, context);
  return operation && (yield* concluded(operation, answer, context));
}

/**
 * Ends an operation that waits for an operator and whose time is over. Undefined while there is time left, and for one that
 * does not wait.
 */
export async function* expireApproval(operationId: string, context: CallContext): Writing<CallOutcome | undefined> {
  const operation = await waitingOperation(operationId, context);
  if (!operation || context.clock.now() < Date.parse(operation.requested.request.expiresAt)) return undefined;
  return yield* concluded(operation, { verdict: 'expired' }, context);
}

type Conclusion = Omit<ApprovalAnswer, 'operation' | 'verdict' | 'person'> & {
  readonly verdict: ApprovalInput['verdict'];
  readonly person?: string | undefined;
};

async function* concluded(
  operation: OperationIn<'awaiting_approval'>,
  conclusion: Conclusion,
  context: CallContext,
): Writing<CallOutcome> {
  const known = {
    confirmation: operation.requested.confirmation,
    approval: approvalInput(operation, conclusion),
    before: operation.proposedSequence,
  };
  const decided = await decide(operation.call, context, known);
  const entries = [answeredEntry(operation, conclusion, decided, context)];
  const { decision } = decided;
  const { causedBy } = conclusion;
  if (decision.verdict === 'allow') {
    return yield* runWrite(operation.id, decided, context, { entries, known, causedBy });
  }
  const ended = [...entries, decisionEntry(decided, context, { operation: operation.id, to: 'blocked' }, causedBy)];
  if (conclusion.verdict === 'approve' && ASKS_AGAIN.has(decision.code)) {
    const fresh = await decide(operation.call, context);
    const answered = { entries: ended, decision, ended: operation.id };
    if (fresh.decision.verdict === 'block' && fresh.decision.code === 'confirmation_required') {
      return fresh.decision.reason === OPERATOR_APPROVAL
        ? yield* requestApproval(fresh, context, { operation: newId('op'), entries: ended })
        : yield* askToConfirm(fresh, context, answered);
    }
  }
  yield { entries: ended };
  return blockedOutcome(decided, context);
}

const ASKS_AGAIN: ReadonlySet<BlockCode> = new Set(['confirmation_required', 'confirmation_stale']);

async function waitingOperation(
  id: string,
  context: CallContext,
): Promise<OperationIn<'awaiting_approval'> | undefined> {
  const operation = await readOperation(id, context);
  const isOurs = operation?.conversation === context.conversation.id;
  return isOurs && operation.state === 'awaiting_approval' ? operation : undefined;
}

function approvalInput(
  { id, requested }: OperationIn<'awaiting_approval'>,
  { verdict, person }: Conclusion,
): ApprovalInput {
  const { hash, argumentsHash, language, expiresAt, facts } = requested.request;
  return {
    operation: id,
    verdict,
    ...(person === undefined ? {} : { person }),
    request: {
      hash,
      argumentsHash,
      language,
      requestedAt: requested.at,
      expiresAt,
      ...(facts ? { facts } : {}),
    },
    used: false,
  };
}

function answeredEntry(
  operation: OperationIn<'awaiting_approval'>,
  { verdict, person, reason, causedBy }: Conclusion,
  decided: Decided,
  context: CallContext,
): EntryDraft {
  const { requested } = operation;
  return gateEntry(
    'gate.approval_answered',
    {
      ...answerReceipt(operation, requested, decided, context, causedBy),
      verdict,
      by: 'operator',
      ...(person === undefined ? {} : { person }),
      ...(reason === undefined ? {} : { reason }),
      requestHash: requested.request.hash,
    },
    causedBy === undefined ? {} : { causedBy },
  );
}
