import type { CallOutcome, Notice, Receipt } from '@rolecall/gate';

type Blocked = Extract<CallOutcome, { kind: 'blocked' }>;

/** The receipt of a returned loan, or of what is said otherwise. */
export function receiptOf(other: Partial<Receipt> = {}): Receipt {
  return {
    id: 'op_1',
    capability: 'loan:return',
    contract: 'loan_return@1.0.0',
    task: 'loan_desk',
    effect: 'write',
    outcome: 'succeeded',
    code: 'returned',
    at: '2026-03-02T08:00:00.000Z',
    arguments: { loan_id: 'L200001', holder: 'reader-1' },
    result: { loan_id: 'L200001' },
    facts: { loan_state: 'returned' },
    proven: true,
    telling: { mode: 'fixed', text: '已为您登记归还 L200001。' },
    ...other,
  };
}

export function endedWith(other: Partial<Receipt> = {}): CallOutcome {
  return { kind: 'ended', receipt: receiptOf(other) };
}

/** A read whose result the model tells. */
export function readWith(other: Partial<Receipt> = {}): CallOutcome {
  return endedWith({
    id: 'call_1',
    capability: 'loan:get',
    effect: 'read',
    code: 'found',
    telling: { mode: 'model', mustInclude: [] },
    ...other,
  });
}

/** A block of `loan:return` for one loan, with its own words unless told otherwise. */
export function blockedWith(other: Partial<Blocked> = {}, loan_id: string | null = 'L200001'): Blocked {
  const code = other.code ?? 'guard_failed';
  return {
    kind: 'blocked',
    call: 'call_9',
    capability: 'loan:return',
    code,
    decision: {
      verdict: 'block',
      checks: [],
      boundary: 'satisfied',
      code,
      ...(loan_id === null ? {} : { prepared: { values: { loan_id }, origins: [], hash: `sha256:${loan_id}` } }),
    },
    ...other,
  };
}

export function noticeOf(other: Partial<Notice> = {}): Notice {
  return {
    operation: 'op_2',
    capability: 'loan:return',
    text: '将登记归还 L200002。确认请回复“确认”。',
    language: 'zh',
    argumentsHash: 'sha256:L200002',
    hash: 'sha256:notice',
    expiresAt: '2026-03-02T08:30:00.000Z',
    acknowledgementConfirms: false,
    ...other,
  };
}

/** A return that waits for the reader's word. */
export function awaitingWith(loan_id = 'L200002', other: Partial<Notice> = {}): CallOutcome {
  const prepared = {
    values: { loan_id },
    origins: [{ argument: 'loan_id', from: 'customer' as const }],
    hash: `sha256:${loan_id}`,
  };
  return {
    kind: 'awaiting_confirmation',
    notice: noticeOf(other),
    decision: { verdict: 'block', checks: [], boundary: 'satisfied', code: 'confirmation_required', prepared },
  };
}
