/** How outcomes are drawn in a terminal. */
const MARKS: Readonly<Record<string, string>> = { pass: '✓', fail: '✗', depends: '?', not_evaluated: '·' };

export function markOf(outcome: string): string {
  return MARKS[outcome] ?? '·';
}

/** The reader's word for a name, or the name itself where there is none. */
export function wordFor(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}
