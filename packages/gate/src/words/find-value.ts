import { CharacterClass } from './character-class.ts';
import { unitAfter } from './chinese-numbers.ts';
import type { FoldedText } from './folded-text.ts';
import { DIGIT, type FoldedWord, SEPARATOR } from './folded-word.ts';
import { numberFrom } from './written-number.ts';

/** Characters `[start, end)` of the original text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const TOKEN = new CharacterClass(/[\p{Script=Latin}\p{N}\p{Script=Cyrillic}\p{Script=Greek}]/u);
/** Between two token characters these join them to one token: 12-345, a_b, a.b, a@b. */
const JOINER = new CharacterClass(/[-_@+.·'\p{Pd}]/u);
/** And these between two digits: 1,000, 12:30, 5/20. */
const DIGIT_JOINER = new CharacterClass(/[,:/]/u);
/** From this length on a customer may part an identifier with blanks and hyphens as they like. */
const PARTABLE = 6;

/**
 * Where a text value stands in a text as a whole token, whatever its width, case and (for an identifier) separators:
 * `#W2890441` stands in 「w 289-0441」, `12` does not stand in `12345`.
 */
export function findText(wanted: FoldedWord, text: FoldedText): Span | undefined {
  if (wanted.text === '') return undefined;
  const { core } = wanted;
  if (core === undefined) return occurrences(wanted.singleBlanks, text.singleBlanks(), 1)[0];
  if (core.length < PARTABLE) return occurrences(wanted.text.replace(/^#\s*/u, ''), text, 1)[0];
  return findIdentifier(core, text);
}

/** Every place where a word or phrase stands in a text as a whole. */
export function findWord({ singleBlanks: wanted, isAscii }: FoldedWord, text: FoldedText): readonly Span[] {
  if (wanted === '' || (text.isAscii && !isAscii)) return NOWHERE;
  return occurrences(wanted, text.singleBlanks());
}

const NOWHERE: readonly Span[] = [];

/** Where a number stands in a text as a number of its own: 2000 in `2,000` and 「2千」, 2 in neither. */
export function findNumber(value: number, within: FoldedText): Span | undefined {
  const { text } = within;
  for (let written = numberFrom(text, 0); written; written = numberFrom(text, written.end)) {
    const { start, end, hasCommas } = written;
    const isNegative = text[start - 1] === '-' && !TOKEN.hasAt(text, start - 2);
    if (!isNegative && !isBoundary(text, start, 'before')) continue;
    if (!isBoundary(text, end, 'after')) continue;
    const digits = text.slice(start, end);
    const amount = Number(hasCommas ? digits.replaceAll(',', '') : digits) * unitAfter(text[end]);
    if ((isNegative ? -amount : amount) === value) return spanOf(within, isNegative ? start - 1 : start, end);
  }
  return undefined;
}

/** The separators of the text are passed over, but no line break. */
function findIdentifier(core: string, within: FoldedText): Span | undefined {
  const { text } = within;
  const first = core.charAt(0);
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    const end = endOfParts(core, text, start);
    if (end !== undefined && isWhole(text, start, end)) return spanOf(within, start, end);
  }
  return undefined;
}

/** Where the identifier ends that begins at `start`; undefined where none does. */
function endOfParts(core: string, text: string, start: number): number | undefined {
  let at = start + 1;
  for (let part = 1; part < core.length; part++) {
    while (SEPARATOR.hasAt(text, at) && text[at] !== '\n') at += 1;
    if (text[at] !== core[part]) return undefined;
    at += 1;
  }
  return at;
}

/** The first `most` places where the wanted text stands as a whole. */
function occurrences(wanted: string, within: FoldedText, most = Number.POSITIVE_INFINITY): readonly Span[] {
  const { text } = within;
  let start = text.indexOf(wanted);
  if (start < 0) return NOWHERE;
  const found: Span[] = [];
  for (; start >= 0 && found.length < most; start = text.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    if (isWhole(text, start, end)) found.push(spanOf(within, start, end));
  }
  return found;
}

/** A number before 万, 千 … is another number: 2 does not stand in 「2万」. */
function isWhole(text: string, start: number, end: number): boolean {
  if (DIGIT.hasAt(text, end - 1) && unitAfter(text[end]) > 1) return false;
  return isBoundary(text, start, 'before') && isBoundary(text, end, 'after');
}

/** True when no token goes on beyond this place. Chinese has no such boundary; a Chinese edge is always one. */
function isBoundary(text: string, at: number, side: 'before' | 'after'): boolean {
  const isBefore = side === 'before';
  const inner = isBefore ? at : at - 1;
  if (!TOKEN.hasAt(text, inner)) return true;
  const next = isBefore ? at - 1 : at;
  if (TOKEN.hasAt(text, next)) return false;
  const beyond = isBefore ? at - 2 : at + 1;
  if (DIGIT_JOINER.hasAt(text, next)) return !(DIGIT.hasAt(text, beyond) && DIGIT.hasAt(text, inner));
  return !(JOINER.hasAt(text, next) && TOKEN.hasAt(text, beyond));
}

function spanOf(text: FoldedText, start: number, end: number): Span {
  return { start: text.startOf(start), end: text.endOf(end - 1) };
}
