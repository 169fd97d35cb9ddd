import type { Language } from './language.ts';

/** The words of a table, in one language. */
export function wordsIn<Table extends Readonly<Record<string, Readonly<Record<Language, string>>>>>(
  table: Table,
  language: Language,
): Readonly<Record<keyof Table, string>> {
  const words = Object.entries(table).map(([code, each]) => [code, each[language]]);
  return Object.fromEntries(words) as Record<keyof Table, string>;
}
