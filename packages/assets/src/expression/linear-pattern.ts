import { RE2JS } from '@bufbuild/re2';
import { type Bilingual, inAnyLanguage } from '@rolecall/base';
import { simplePattern } from './simple-pattern.ts';

/** A regular expression that is tested in time linear in the text. */
export interface LinearPattern {
  readonly source: string;
  /** True when any part of the text matches. */
  test(text: string): boolean;
}

export type CompiledPattern =
  | { readonly ok: true; readonly pattern: LinearPattern }
  | { readonly ok: false; readonly message: Bilingual };

const LONGEST_PATTERN = 4_000;
const MOST_CACHED = 2_000;
const compiled = new Map<string, CompiledPattern>();

/**
 * Compiles a pattern in RE2 syntax, the one engine behind `matches`, claims, `never_say` and argument patterns.
 *
 * What cannot be tested in linear time (look-around, back references) does not compile. Never throws.
 */
export function compilePattern(source: string): CompiledPattern {
  const known = compiled.get(source);
  if (known) return known;
  const result = compile(source);
  if (compiled.size >= MOST_CACHED) compiled.clear();
  compiled.set(source, result);
  return result;
}

/** What is said of a pattern that does not compile. */
export function unusablePattern(reason: Bilingual): Bilingual {
  return {
    en: `The pattern cannot be tested in linear time or is malformed: ${reason.en}.`,
    zh: `正则无法在线性时间内匹配，或写法有误：${reason.zh}。`,
  };
}

function compile(source: string): CompiledPattern {
  if (source.length > LONGEST_PATTERN) {
    return {
      ok: false,
      message: {
        en: `the pattern is longer than ${LONGEST_PATTERN} characters`,
        zh: `正则超过 ${LONGEST_PATTERN} 个字符`,
      },
    };
  }
  try {
    const regex = RE2JS.compile(source);
    const simple = simplePattern(source);
    return { ok: true, pattern: { source, test: (text) => (simple ?? regex).test(text) } };
  } catch (error) {
    return { ok: false, message: inAnyLanguage(error instanceof Error ? error.message : String(error)) };
  }
}
