import type { Language } from '@rolecall/base';
import { resultReferenceText } from './sentences.ts';
import { cutMiddle } from './shorten-results.ts';
import type { TokenCounter } from './token-counter.ts';

/** A result cap is this share of the window where the host has no setting, within these bounds. */
const WINDOW_SHARE = 12;
const LEAST_CAP_TOKENS = 500;
const MOST_CAP_TOKENS = 16_000;

/** The cap of a tool result for a window. */
export function resultCapOf(windowTokens: number): number {
  return Math.min(MOST_CAP_TOKENS, Math.max(LEAST_CAP_TOKENS, Math.floor(windowTokens / WINDOW_SHARE)));
}

/** A result that is too large for the request. */
export interface CappedResult {
  /** Head, tail, and between them the reference under which the whole is kept. */
  readonly output: string;
  readonly reference: string;
}

/**
 * Cuts a result that is over its cap; undefined for one that is not. Nothing of it is lost: `keep` takes the whole and
 * names it. Source: design, section 9.
 */
export function capResult(
  text: string,
  capTokens: number,
  setting: {
    readonly counter: TokenCounter;
    readonly keep: (text: string) => string;
    readonly language: Language;
  },
): CappedResult | undefined {
  // No character costs more than four tokens, so a short text needs no count.
  if (text.length * 4 <= capTokens) return undefined;
  const tokens = setting.counter(text);
  if (tokens <= capTokens) return undefined;
  const reference = setting.keep(text);
  const between = (characters: number, from: number) =>
    resultReferenceText(reference, characters, from, setting.language);
  let limit = Math.floor((text.length * capTokens) / tokens);
  let capped = cutMiddle(text, limit, between);
  // Head and tail may be denser than the whole.
  while (limit > 100 && setting.counter(capped) > capTokens) {
    limit = Math.floor(limit * 0.8);
    capped = cutMiddle(text, limit, between);
  }
  return { output: capped, reference };
}
