const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type StyleName = keyof typeof CODES;

/** Puts styles around a text, or leaves it as it is where there are none. */
export type Styler = (text: string, ...styles: readonly StyleName[]) => string;

export const plainStyler: Styler = (text) => text;

const ansiStyler: Styler = (text, ...styles) =>
  text === ''
    ? text
    : styles.reduceRight((inner, name) => `\u001b[${CODES[name][0]}m${inner}\u001b[${CODES[name][1]}m`, text);

/** Styles for a terminal that wants them: not with `NO_COLOR` or a dumb terminal. */
export function stylerFor(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Styler {
  const isWanted = isTerminal && !env.NO_COLOR && !isDumbTerminal(env);
  return isWanted ? ansiStyler : plainStyler;
}

/** A terminal that only prints: it takes no escape sequence. */
export function isDumbTerminal(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.TERM === 'dumb';
}
