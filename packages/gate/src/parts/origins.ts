import type { Sentence } from '@rolecall/base/sentences';

/** Where an argument's value was found. */
export const ORIGINS = {
  customer: { en: "Customer's words", zh: '客户原话' },
  choice_of: { en: 'From a read', zh: '取自查询结果' },
  enum: { en: 'Closed list', zh: '固定选项' },
  derived: { en: 'Computed', zh: '由契约算出' },
  open: { en: 'Free text', zh: '自由文本' },
  system: { en: 'Set by the system', zh: '系统给定' },
  fact: { en: 'Known fact', zh: '已知事实' },
  confirmed: { en: 'Confirmed by the customer', zh: '客户已确认' },
  unproven: { en: 'Unproven', zh: '未证实' },
} as const satisfies Readonly<Record<string, Sentence>>;

export type OriginKind = keyof typeof ORIGINS;
