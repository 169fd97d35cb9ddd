import type { Language } from '@rolecall/base';
import { BLOCK_CODES, BLOCK_REASONS } from '@rolecall/gate/record-words';

/** How outcomes are drawn in a terminal. */
const MARKS: Readonly<Record<string, string>> = { pass: '✓', fail: '✗', depends: '?', not_evaluated: '·' };

export function markOf(outcome: string): string {
  return MARKS[outcome] ?? '·';
}

/** The reader's word for a name, or the name itself where there is none. */
export function wordFor(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}

/** What stands between a name and what is said of it. */
export const COLON: Readonly<Record<Language, string>> = { en: ': ', zh: '：' };

/** A code for a reader of the language: itself, and in Chinese with its word where the gate has one for it. */
export function codeIn(code: string, language: Language): string {
  const word = GATE_WORDS.get(code);
  return language === 'en' || word === undefined ? code : `${code}（${word.zh}）`;
}

const GATE_WORDS = new Map(Object.entries({ ...BLOCK_CODES, ...BLOCK_REASONS }));
