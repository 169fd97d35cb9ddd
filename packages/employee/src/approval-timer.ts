import type { ApprovalRequest } from '@rolecall/gate';
import type { TimerChange } from '@rolecall/journal';

/** The timer of a request for an approval. */
export function approvalTimer(operation: string): string {
  return `approval:${operation}`;
}

/** Ends the waiting when its time is over. */
export function setApprovalTimer({ operation, expiresAt }: ApprovalRequest): TimerChange {
  return { op: 'set', id: approvalTimer(operation), dueAt: expiresAt, data: { purpose: 'approval', operation } };
}
