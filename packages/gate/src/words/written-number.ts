import type { Span } from './find-value.ts';

/** A number in digits: 2000, 2,000, 19.90. */
export interface WrittenNumber extends Span {
  readonly hasCommas: boolean;
}

/**
 * The first number that a text has from a place on. Commas belong to it where they part its digits by three, and a point
 * where digits follow.
 */
export function numberFrom(text: string, from: number): WrittenNumber | undefined {
  let start = from;
  while (start < text.length && !isDigitAt(text, start)) start += 1;
  if (start >= text.length) return undefined;
  const whole = digitsEnd(text, start);
  const grouped = whole - start <= GROUP ? groupsEnd(text, whole) : whole;
  return { start, end: fractionEnd(text, grouped), hasCommas: grouped > whole };
}

const GROUP = 3;

function groupsEnd(text: string, at: number): number {
  let end = at;
  while (text[end] === ',' && isDigitAt(text, end + 1) && isDigitAt(text, end + 2) && isDigitAt(text, end + 3)) {
    end += 1 + GROUP;
  }
  return end;
}

function fractionEnd(text: string, at: number): number {
  return text[at] === '.' && isDigitAt(text, at + 1) ? digitsEnd(text, at + 1) : at;
}

function digitsEnd(text: string, at: number): number {
  let end = at;
  while (isDigitAt(text, end)) end += 1;
  return end;
}

/** False beyond the end. */
function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}
