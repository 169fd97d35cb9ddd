import { type Bilingual, describeInBoth } from '@rolecall/base';

/** A line for the operator: what it was that went wrong, and why. */
export function sayingWhy(what: Bilingual, error: unknown): Bilingual {
  const why = describeInBoth(error);
  return { en: `${what.en}: ${why.en}`, zh: `${what.zh}：${why.zh}` };
}
