import { RE2JS } from '@bufbuild/re2';
import { simplePattern } from './simple-pattern.ts';

/** A regular expression that is tested in time linear in the text. */
export interface LinearPattern {
  readonly source: string;
  /** True when any part of the text matches. */
  test(text: string): boolean;
}

export type CompiledPattern =
  | { readonly ok: true; readonly pattern: LinearPattern }
  | { readonly ok: false; readonly message: string };

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

function compile(source: string): CompiledPattern {
  if (source.length > LONGEST_PATTERN) {
    return { ok: false, message: `the pattern is longer than ${LONGEST_PATTERN} characters` };
  }
  try {
    const regex = RE2JS.compile(source);
    const simple = simplePattern(source);
    return { ok: true, pattern: { source, test: (text) => (simple ?? regex).test(text) } };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
