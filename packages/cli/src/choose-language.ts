import type { Language } from '@rolecall/base';

/** The language asked for with `--language`, else the environment's, else English. */
export function chooseLanguage(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Language {
  const asked = askedLanguage(argv);
  if (asked !== undefined) return asked;
  const set = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return /^zh/i.test(set) ? 'zh' : 'en';
}

/** Read before the commands are known: help and errors speak it too. */
function askedLanguage(argv: readonly string[]): Language | undefined {
  for (const [index, word] of argv.entries()) {
    if (word === '--') return undefined;
    const value = word === '--language' ? argv[index + 1] : /^--language=(.*)$/.exec(word)?.[1];
    if (value === 'zh' || value === 'en') return value;
  }
  return undefined;
}
