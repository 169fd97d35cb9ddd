import type { Sentence } from '@rolecall/base/sentences';

/** Reasons that the gate itself gives to a block, beside those of assets. */
export const BLOCK_REASONS = {
  operator_approval: { en: 'Waits for an operator', zh: '等待操作员批准' },
  operator_refused: { en: 'Refused by an operator', zh: '操作员未批准' },
  approval_expired: { en: 'Nobody approved it in time', zh: '没有人及时批准' },
  fact_corrected: { en: 'A fact was corrected', zh: '有事实更正过' },
  argument_corrected: { en: 'An argument was corrected', zh: '有参数更正过' },
  identity_changed: { en: 'Somebody else now', zh: '身份已变' },
} as const satisfies Readonly<Record<string, Sentence>>;

export type BlockReason = keyof typeof BLOCK_REASONS;
