import { unitAfter } from './chinese-numbers.ts';
import type { FoldedText } from './folded-text.ts';
import { foldWord } from './folded-text.ts';

/** Characters `[start, end)` of the original text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const TOKEN = /[\p{Script=Latin}\p{N}\p{Script=Cyrillic}\p{Script=Greek}]/u;
const DIGIT = /\p{Nd}/u;
/** Between two token characters these join them to one token: 12-345, a_b, a.b, a@b. */
const JOINER = /[-_@+.·'\p{Pd}]/u;
/** And these between two digits: 1,000, 12:30, 5/20. */
const DIGIT_JOINER = /[,:/]/u;
const SEPARATOR = /[\s\p{Pd}_·#]/u;
const IDENTIFIER = /^[\p{L}\p{N}\s\p{Pd}_·#]+$/u;
/** From this length on a customer may part an identifier with blanks and hyphens as they like. */
const PARTABLE = 6;

/**
 * Where a text value stands in a text as a whole token, whatever its width, case and (for an identifier) separators:
 * `#W2890441` stands in 「w 289-0441」, `12` does not stand in `12345`.
 */
export function findText(value: string, text: FoldedText): Span | undefined {
  const wanted = foldWord(value);
  if (wanted.text === '') return undefined;
  if (IDENTIFIER.test(wanted.text) && DIGIT.test(wanted.text)) return findIdentifier(wanted.text, text);
  return occurrences(wanted.singleBlanks, singleBlanks(text))[0];
}

/** Every place where a word or phrase stands in a text as a whole. */
export function findWord(word: string, text: FoldedText): readonly Span[] {
  const wanted = foldWord(word).singleBlanks;
  return wanted === '' ? [] : occurrences(wanted, singleBlanks(text));
}

/** Where a number stands in a text as a number of its own: 2000 in `2,000` and 「2千」, 2 in neither. */
export function findNumber(value: number, text: FoldedText): Span | undefined {
  const found = numbersIn(text).find(({ amount }) => amount === value);
  return found && spanOf(text, found.start, found.end);
}

interface NumberAt extends Span {
  readonly amount: number;
}

const NUMBER = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g;
const knownNumbers = new WeakMap<FoldedText, readonly NumberAt[]>();

/** The numbers of a text, where they stand in its folded form. */
function numbersIn(text: FoldedText): readonly NumberAt[] {
  const present = knownNumbers.get(text);
  if (present) return present;
  const numbers: NumberAt[] = [];
  for (const match of text.text.matchAll(NUMBER)) {
    const start = match.index;
    const end = start + match[0].length;
    const isNegative = text.text[start - 1] === '-' && !TOKEN.test(text.text[start - 2] ?? '');
    if (!isNegative && !isBoundary(text.text, start, 'before')) continue;
    if (!isBoundary(text.text, end, 'after')) continue;
    const amount = Number(match[0].replaceAll(',', '')) * unitAfter(text.text[end]);
    numbers.push({ amount: isNegative ? -amount : amount, start: isNegative ? start - 1 : start, end });
  }
  knownNumbers.set(text, numbers);
  return numbers;
}

function findIdentifier(wanted: string, text: FoldedText): Span | undefined {
  const core = [...wanted].filter((character) => !SEPARATOR.test(character)).join('');
  if (core.length < PARTABLE) return occurrences(wanted.replace(/^#\s*/u, ''), text)[0];
  const { compact, places } = withoutSeparators(text);
  for (let from = compact.indexOf(core); from >= 0; from = compact.indexOf(core, from + 1)) {
    const start = places[from] ?? 0;
    const end = (places[from + core.length - 1] ?? 0) + 1;
    if (isWhole(text.text, start, end)) return spanOf(text, start, end);
  }
  return undefined;
}

interface CompactText {
  readonly compact: string;
  /** Of each unit, in the text it was made from. */
  readonly places: readonly number[];
}

const compactTexts = new WeakMap<FoldedText, CompactText>();

function withoutSeparators(text: FoldedText): CompactText {
  const present = compactTexts.get(text);
  if (present) return present;
  const places: number[] = [];
  let compact = '';
  for (let at = 0; at < text.text.length; at++) {
    const unit = text.text[at] ?? '';
    if (SEPARATOR.test(unit) && unit !== '\n') continue;
    compact += unit;
    places.push(at);
  }
  const made = { compact, places };
  compactTexts.set(text, made);
  return made;
}

function occurrences(wanted: string, text: FoldedText): readonly Span[] {
  const found: Span[] = [];
  for (let start = text.text.indexOf(wanted); start >= 0; start = text.text.indexOf(wanted, start + 1)) {
    if (isWhole(text.text, start, start + wanted.length)) found.push(spanOf(text, start, start + wanted.length));
  }
  return found;
}

/** A number before 万, 千 … is another number: 2 does not stand in 「2万」. */
function isWhole(text: string, start: number, end: number): boolean {
  if (DIGIT.test(text[end - 1] ?? '') && unitAfter(text[end]) > 1) return false;
  return isBoundary(text, start, 'before') && isBoundary(text, end, 'after');
}

/** True when no token goes on beyond this place. Chinese has no such boundary; a Chinese edge is always one. */
function isBoundary(text: string, at: number, side: 'before' | 'after'): boolean {
  const inner = text[side === 'before' ? at : at - 1] ?? '';
  if (!TOKEN.test(inner)) return true;
  const next = text[side === 'before' ? at - 1 : at] ?? '';
  if (TOKEN.test(next)) return false;
  const beyond = text[side === 'before' ? at - 2 : at + 1] ?? '';
  if (DIGIT_JOINER.test(next)) return !(DIGIT.test(beyond) && DIGIT.test(inner));
  return !(JOINER.test(next) && TOKEN.test(beyond));
}

const blankTexts = new WeakMap<FoldedText, FoldedText>();

function singleBlanks(text: FoldedText): FoldedText {
  const present = blankTexts.get(text);
  if (present) return present;
  const made = /\s\s|[^\S ]/u.test(text.text) ? squeezed(text) : text;
  blankTexts.set(text, made);
  return made;
}

function squeezed(text: FoldedText): FoldedText {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.text.length; at++) {
    const unit = text.text[at] ?? '';
    const isBlank = /\s/u.test(unit);
    if (isBlank && units.at(-1) === ' ') continue;
    units.push(isBlank ? ' ' : unit);
    starts.push(text.starts[at] ?? 0);
    ends.push(text.ends[at] ?? 0);
  }
  return { text: units.join(''), starts, ends };
}

function spanOf(text: FoldedText, start: number, end: number): Span {
  return { start: text.starts[start] ?? 0, end: text.ends[end - 1] ?? 0 };
}
