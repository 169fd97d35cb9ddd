import type { Sentence, TextOf } from '@rolecall/base/sentences';

/** What a condition inside a boundary looks at; also what `explain` lists. */
export const PART_NAMES = [
  { en: 'task', zh: '任务' },
  { en: 'contract', zh: '契约' },
  { en: 'stage', zh: '阶段' },
  { en: 'permission', zh: '许可' },
  { en: 'binding', zh: '绑定' },
  { en: 'credential', zh: '凭证' },
  { en: 'system', zh: '系统' },
  { en: 'tool', zh: '工具' },
  { en: 'arguments', zh: '参数' },
  { en: 'argument {name}', zh: '参数 {name}' },
  { en: 'authorization', zh: '授权' },
  { en: 'scope {name}', zh: '权限范围 {name}' },
  { en: 'identity', zh: '身份' },
  { en: 'ledger', zh: '台账' },
  { en: 'limits', zh: '限额' },
  { en: 'amounts', zh: '金额' },
  { en: 'preconditions', zh: '前置条件' },
  { en: 'precondition {name}', zh: '前置条件 {name}' },
  { en: 'guards', zh: '守卫' },
  { en: 'guard {name}', zh: '守卫 {name}' },
  { en: 'policy {name}', zh: '政策 {name}' },
  { en: 'confirmation', zh: '确认' },
  { en: 'approval', zh: '审批' },
  { en: 'tightened {name}', zh: '收紧 {name}' },
] as const satisfies readonly Sentence[];

/** The name of a part, for the record: what is not in the list has no words in Chinese and cannot be recorded. */
export type PartName = TextOf<(typeof PART_NAMES)[number]>;
