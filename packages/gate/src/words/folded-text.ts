import { CharacterClass } from './character-class.ts';
import { spokenNumbersIn } from './chinese-numbers.ts';

/**
 * A text made comparable: half width, lower case, composed, without invisible characters; and the place of each of its units
 * in the text it was made from.
 */
export class FoldedText {
  readonly text: string;
  /** True only for a text of ASCII characters: no word with others stands in it. */
  readonly isAscii: boolean;
  /** Both absent where every unit stands where it stood. */
  readonly #starts: readonly number[] | undefined;
  readonly #ends: readonly number[] | undefined;
  #singleBlanks: FoldedText | undefined;

  constructor(text: string, starts?: readonly number[], ends?: readonly number[], ascii?: AsciiForm) {
    this.text = text;
    this.isAscii = ascii !== undefined;
    this.#singleBlanks = ascii?.hasOtherBlanks === false ? this : undefined;
    this.#starts = starts;
    this.#ends = ends;
  }

  /** Where the unit begins in the original text. */
  startOf(at: number): number {
    return this.#starts === undefined ? at : (this.#starts[at] ?? 0);
  }

  /** Where it ends there. */
  endOf(at: number): number {
    return this.#ends === undefined ? at + 1 : (this.#ends[at] ?? 0);
  }

  /** The first unit that begins there, or -1. */
  unitFrom(start: number): number {
    return this.#starts === undefined ? start : this.#starts.indexOf(start);
  }

  /** The same with one blank where there are several, and none of another kind. */
  singleBlanks(): FoldedText {
    this.#singleBlanks ??= hasOtherBlanks(this.text) ? squeezed(this) : this;
    return this.#singleBlanks;
  }
}

const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;
const INVISIBLE = /\p{Cf}/u;

/** Folds a text. Two texts that differ only in width, case or composition fold to the same. */
export function foldText(text: string): FoldedText {
  const ascii = asciiForm(text);
  if (ascii) return new FoldedText(ascii.hasUpper ? text.toLowerCase() : text, undefined, undefined, ascii);
  if (PLAIN.test(text)) return new FoldedText(foldPlain(text));
  return foldFully(text);
}

/** Whatever characters it has. */
export function foldFully(text: string): FoldedText {
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
  return new FoldedText(units.join(''), starts, ends);
}

/** What a text of ASCII characters has of what is folded. */
interface AsciiForm {
  readonly hasUpper: boolean;
  /** Several blanks in a row, or one of another kind. */
  readonly hasOtherBlanks: boolean;
}

const OUTSIDE = 0;
const ORDINARY = 1;
const UPPER = 2;
const SPACE = 4;
const OTHER_BLANK = 8;
/** What each character up to the tilde is; control characters are no ASCII text, but for those that part words and lines. */
const KINDS = Uint8Array.from({ length: 0x7f }, (_, code) => kindOf(String.fromCharCode(code)));

function kindOf(character: string): number {
  if (character === ' ') return SPACE;
  if ('\t\n\r'.includes(character)) return OTHER_BLANK;
  if (character < ' ') return OUTSIDE;
  return character >= 'A' && character <= 'Z' ? UPPER : ORDINARY;
}

/** Undefined for a text with any other character. One pass over it tells all. */
function asciiForm(text: string): AsciiForm | undefined {
  let seen = 0;
  let before = OUTSIDE;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < KINDS.length ? (KINDS[code] as number) : OUTSIDE;
    if (kind === OUTSIDE) return undefined;
    seen |= kind === SPACE && (before === SPACE || before === OTHER_BLANK) ? OTHER_BLANK : kind;
    before = kind;
  }
  return { hasUpper: (seen & UPPER) !== 0, hasOtherBlanks: (seen & OTHER_BLANK) !== 0 };
}

/** Characters of which each folds to one, whatever stands beside it: ASCII, the common Chinese ones and their punctuation. */
const PLAIN = /^[\t\n\r\u0020-\u007e\u3000-\u3002\u4e00-\u9fff\uff01-\uff5e]*$/;

function foldPlain(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .toLowerCase();
}

const BLANK = new CharacterClass(/\s/u);

function hasOtherBlanks(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (BLANK.hasAt(text, at) && (text[at] !== ' ' || BLANK.hasAt(text, at + 1))) return true;
  }
  return false;
}

function squeezed(text: FoldedText): FoldedText {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.text.length; at++) {
    const isBlank = BLANK.hasAt(text.text, at);
    if (isBlank && units.at(-1) === ' ') continue;
    units.push(isBlank ? ' ' : text.text.charAt(at));
    starts.push(text.startOf(at));
    ends.push(text.endOf(at));
  }
  return new FoldedText(units.join(''), starts, ends);
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
      units.push(folded.text.charAt(at));
      starts.push(folded.startOf(at));
      ends.push(folded.endOf(at));
    }
  };
  let done = 0;
  for (const number of numbers) {
    copy(done, number.start);
    [...number.digits].forEach((digit, index) => {
      units.push(digit);
      starts.push(folded.startOf(number.spelt ? number.start + index : number.start));
      ends.push(folded.endOf(number.spelt ? number.start + index : number.end - 1));
    });
    done = number.end;
  }
  copy(done, folded.text.length);
  return new FoldedText(units.join(''), starts, ends);
}
