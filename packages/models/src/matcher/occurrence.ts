import type { JsonValue } from '@rolecall/base';

/** A value found in a message, with the characters it was read from. */
export interface Occurrence<Value extends JsonValue = JsonValue> {
  readonly value: Value;
  /** In the text as the finder was given it. */
  readonly start: number;
  readonly end: number;
}

/** True when two occurrences share a character. */
export function overlaps(left: Occurrence, right: Occurrence): boolean {
  return left.start < right.end && right.start < left.end;
}

/** True when the words right before a place deny what follows (`不是`, `没有`, `not`). */
export function isDeniedAt(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 12), start).toLowerCase();
  return (
    /(?:(?<![要想是能用])[不没]|没有|不是|并非|而非|别|无|非|勿)\s*$/u.test(before) ||
    /(?:\b(?:not|no|never|isn't|wasn't|don't|didn't)|n't)\s+(?:the\s+|a\s+)?$/u.test(before)
  );
}
