import type { Bilingual } from '@rolecall/base';

/** A strategy key that was taken out of the standard. It is reported and has no effect. */
export interface RetiredKey {
  /** `*` where the older documents do not say under which stage it stood. */
  readonly stage: string;
  readonly key: string;
  readonly since: string;
  readonly instead: Bilingual;
}

const noSuccessor: Bilingual = { en: 'Nothing replaces it; delete it.', zh: '无替代，删除即可。' };
const recallIsATool: Bilingual = {
  en: 'Memory is recalled by a tool now; delete it.',
  zh: '记忆改由工具召回，删除即可。',
};

/** Source: RolePack, sections 五 and 六. */
export const RETIRED_KEYS: readonly RetiredKey[] = [
  {
    stage: 'prepare',
    key: 'contextAssembly',
    since: '2026-09-09',
    instead: { en: 'Assembly is always hybrid; delete it.', zh: '上下文装配恒为 hybrid，删除即可。' },
  },
  {
    stage: 'prepare',
    key: 'recentRounds',
    since: '2026-08-23',
    instead: { en: 'The budget decides the number of rounds; delete it.', zh: '轮数由上下文预算派生，删除即可。' },
  },
  { stage: 'prepare', key: 'memoryRecall', since: '2026-09-09', instead: recallIsATool },
  { stage: 'prepare', key: 'memoryRecallQuota', since: '2026-08-23', instead: recallIsATool },
  { stage: 'prepare', key: 'memoryRecallPercent', since: '2026-09-09', instead: recallIsATool },
  { stage: 'prepare', key: 'recallConfidence', since: '2026-09-09', instead: recallIsATool },
  { stage: 'prepare', key: 'summaryRecall', since: '2026-09-09', instead: recallIsATool },
  { stage: 'prepare', key: 'minFallback', since: '2026-09-09', instead: recallIsATool },
  {
    stage: 'global',
    key: 'taskLoopLimit',
    since: '2026-09-06',
    instead: { en: 'Use global.stepBudget.', zh: '改用 global.stepBudget。' },
  },
  { stage: '*', key: 'costBudget', since: '2026-08-28', instead: noSuccessor },
  {
    stage: '*',
    key: 'understandingConfirm',
    since: '2026-09-13',
    instead: { en: 'Use global.askOn with "confirm".', zh: '改用 global.askOn 的 "confirm"。' },
  },
  { stage: '*', key: 'taskClassification', since: '2026-09-13', instead: noSuccessor },
  { stage: '*', key: 'safetyRule', since: '2026-09-13', instead: noSuccessor },
  { stage: 'reflect', key: 'handoff', since: '2026-09-05', instead: noSuccessor },
  { stage: 'reflect', key: 'endingHandoff', since: '2026-09-05', instead: noSuccessor },
  {
    stage: '*',
    key: 'toolWhitelist',
    since: '2026-09-13',
    instead: { en: 'Use capabilities.', zh: '改用 capabilities。' },
  },
  {
    stage: '*',
    key: 'toolBlacklist',
    since: '2026-09-13',
    instead: { en: 'Use capabilities.', zh: '改用 capabilities。' },
  },
];

/** An older name of a key that is still in the standard. It is followed, with advice to write the new one. */
export interface AliasKey {
  readonly stage: string;
  readonly key: string;
  readonly to: { readonly stage: string; readonly key: string };
  /** Older values and what they say today; any other value passes as it is. */
  readonly values?: Readonly<Record<string, string>> | undefined;
}

export const ALIAS_KEYS: readonly AliasKey[] = [
  {
    stage: 'act',
    key: 'toolCalls',
    to: { stage: 'act', key: 'toolMode' },
    values: { on: 'allow', off: 'block', true: 'allow', false: 'block', auto: 'allow', none: 'block' },
  },
  {
    stage: '*',
    key: 'summaryGeneration',
    to: { stage: 'reflect', key: 'summary' },
    values: { true: 'on', false: 'off' },
  },
];

export function retiredKey(stage: string, key: string): RetiredKey | undefined {
  return RETIRED_KEYS.find((retired) => retired.key === key && (retired.stage === '*' || retired.stage === stage));
}

export function aliasKey(stage: string, key: string): AliasKey | undefined {
  return ALIAS_KEYS.find((alias) => alias.key === key && (alias.stage === '*' || alias.stage === stage));
}

/** What an older value says today; a value that is none of them passes as it is. */
export function valueToday({ values = {} }: AliasKey, value: unknown): unknown {
  const name = typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
  return name !== undefined && Object.hasOwn(values, name) ? values[name] : value;
}
