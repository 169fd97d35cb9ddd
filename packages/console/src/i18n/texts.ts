import { en } from './en.ts';
import type { Language } from './language.ts';
import { zh } from './zh.ts';

/** Everything the page itself says. What comes from assets and the journal is shown as it was recorded. */
export type Texts = typeof zh;

export const TEXTS: Readonly<Record<Language, Texts>> = { zh, en };

/** The word for a code, or the code itself: what the page does not know is shown as it is. */
export function wordFor(words: Readonly<Record<string, string>>, code: string): string {
  return Object.hasOwn(words, code) ? (words[code] ?? code) : code;
}
