import { spokenNumbersIn } from './chinese-numbers.ts';

/**
 * A text made comparable: half width, lower case, composed, without invisible characters. `starts` and `ends` hold, for
 * each of its units, the place in the text it was made from.
 */
export interface FoldedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;
const INVISIBLE = /\p{Cf}/u;

/** Folds a text. Two texts that differ only in width, case or composition fold to the same. */
export function foldText(text: string): FoldedText {
  if (PLAIN.test(text)) return foldPlain(text);
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(CLUSTER)) {
    if (INVISIBLE.test(match[0])) continue;
    const folded = match[0].normalize('NFKC').toLowerCase();
    for (const unit of folded.split('')) {
      units.push(unit);
      starts.push(match.index);
      ends.push(match.index + match[0].length);
    }
  }
  return { text: units.join(''), starts, ends };
}

/** Characters of which each folds to one, whatever stands beside it: ASCII, the common Chinese ones and their punctuation. */
const PLAIN = /^[\t\n\r\u0020-\u007e\u3000-\u3002\u4e00-\u9fff\uff01-\uff5e]*$/;

function foldPlain(text: string): FoldedText {
  const folded = text
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .toLowerCase();
  const starts = Array.from({ length: text.length }, (_, at) => at);
  return { text: folded, starts, ends: starts.map((at) => at + 1) };
}

/** A value or word that is looked for, folded. */
export interface FoldedWord {
  readonly text: string;
  /** With one blank where there were several. */
  readonly singleBlanks: string;
}

const MOST_WORDS = 5_000;
const words = new Map<string, FoldedWord>();

/** Folds what is looked for; the words of a contract are looked for again and again. */
export function foldWord(word: string): FoldedWord {
  const present = words.get(word);
  if (present) return present;
  const text = foldText(word).text.trim();
  const folded = { text, singleBlanks: text.replace(/\s+/gu, ' ') };
  if (words.size >= MOST_WORDS) words.clear();
  if (word.length <= 200) words.set(word, folded);
  return folded;
}

/** The same with its spoken Chinese numbers as digits, or undefined when it has none. */
export function withSpokenDigits(folded: FoldedText): FoldedText | undefined {
  const numbers = spokenNumbersIn(folded.text);
  if (numbers.length === 0) return undefined;
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const copy = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      units.push(folded.text[at] ?? '');
      starts.push(folded.starts[at] ?? 0);
      ends.push(folded.ends[at] ?? 0);
    }
  };
  let done = 0;
  for (const number of numbers) {
    copy(done, number.start);
    [...number.digits].forEach((digit, index) => {
      units.push(digit);
      starts.push(folded.starts[number.spelt ? number.start + index : number.start] ?? 0);
      ends.push(folded.ends[number.spelt ? number.start + index : number.end - 1] ?? 0);
    });
    done = number.end;
  }
  copy(done, folded.text.length);
  return { text: units.join(''), starts, ends };
}
