import { type Bilingual, inAnyLanguage, type Language } from '@rolecall/base';
import { fillSentence } from '@rolecall/base/sentences';
import { SPACE_SENTENCES } from './space-sentences.ts';

/** Why a static boundary lets a capability through or holds it back: which sentence, and what stands in it. */
export interface StaticReason {
  readonly id: StaticReasonId;
  /** A list is told as alternatives. */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

export type StaticReasonId = keyof typeof SPACE_SENTENCES;

/** The reasons in one line. */
export function reasonText(reasons: readonly StaticReason[], language: Language): string {
  const sentences = reasons.map(({ id, values }) =>
    fillSentence(SPACE_SENTENCES[id][language], (name) => {
      const value = values[name];
      return typeof value === 'object' ? value.join(language === 'zh' ? ' 或 ' : ' or ') : value;
    }),
  );
  return sentences.join(language === 'zh' ? '，而且 ' : ', and ');
}

/** The reason of a static check; one that is not held as data is told as it was recorded. */
export function reasonOf({
  reason,
  reasons,
}: {
  readonly reason: string;
  readonly reasons?: readonly StaticReason[] | undefined;
}): Bilingual {
  return reasons ? { en: reason, zh: reasonText(reasons, 'zh') } : inAnyLanguage(reason);
}

/** A reason as a static check carries it: as data, and in English for the record. */
export function because(
  id: StaticReasonId,
  values: StaticReason['values'],
): { readonly reason: string; readonly reasons: readonly StaticReason[] } {
  const reasons = [{ id, values }];
  return { reason: reasonText(reasons, 'en'), reasons };
}
