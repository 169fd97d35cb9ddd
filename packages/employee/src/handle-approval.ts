import type { JsonObject } from '@rolecall/base';
import { type ApprovalAnswer, answerApproval, type CallOutcome, expireApproval } from '@rolecall/gate';
import type { Writing } from '@rolecall/journal';
import { approvalTimer } from './approval-timer.ts';
import { composeReplies } from './compose-reply.ts';
import { consequencesOf } from './consequences.ts';
import type { Handled } from './handled.ts';
import { callContextOf, type ItemAtWork } from './round-context.ts';

/**
 * An operator's word on a write that waits for it: `{ operation, verdict, person, reason? }`. The customer is told what came
 * of it, without having written. A word that is incomplete, or that comes after the waiting is over, changes nothing.
 * Source: design, section 6, "Confirmation".
 */
export async function* handleApproval(work: ItemAtWork): Writing<Handled> {
  const answer = answerOf(work.item.data);
  if (!answer) {
    const problem = 'An approval needs operation, verdict (approve or refuse) and person.';
    return { replies: [], end: 'approval_incomplete', problem };
  }
  const causedBy = `inbox:${work.item.id}`;
  const outcome = yield* answerApproval({ ...answer, causedBy }, callContextOf(work));
  return told(work, answer.operation, outcome, answer.verdict === 'approve' ? 'approved' : 'refused');
}

/** The time of a request is over: the operation ends, and the customer hears that nobody approved it. */
export async function* handleApprovalTimeout(work: ItemAtWork, operation: string): Writing<Handled> {
  return told(work, operation, yield* expireApproval(operation, callContextOf(work)), 'approval_expired');
}

function told(work: ItemAtWork, operation: string, outcome: CallOutcome | undefined, end: string): Handled {
  if (!outcome) return { replies: [], end: 'nothing_due' };
  const replies = composeReplies({
    language: work.language,
    space: work.context.space,
    outcomes: [outcome],
    sentences: [],
    withheld: undefined,
    fallback: '',
  });
  const { entries, timers } = consequencesOf([outcome], work);
  return { replies, end, entries, timers: [{ op: 'clear', id: approvalTimer(operation) }, ...timers] };
}

function answerOf({ operation, verdict, person, reason }: JsonObject): ApprovalAnswer | undefined {
  if (verdict !== 'approve' && verdict !== 'refuse') return undefined;
  if (typeof operation !== 'string' || operation === '' || typeof person !== 'string' || person === '')
    return undefined;
  return { operation, verdict, person, ...(typeof reason === 'string' && reason !== '' ? { reason } : {}) };
}
