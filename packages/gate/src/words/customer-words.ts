import type { JsonValue } from '@rolecall/base';
import type { CustomerText } from '../call-context.ts';
import { CharacterClass } from './character-class.ts';
import { findNumber, findText, findWord, type Span } from './find-value.ts';
import { type FoldedText, foldText, withSpokenDigits } from './folded-text.ts';
import { type FoldedWord, foldWord } from './folded-word.ts';
import { namesDate, spokenDatesIn } from './spoken-dates.ts';

/** A place in something the customer said. */
export interface SaidAt extends Span {
  readonly sequence: number;
}

/** Values of which one is chosen, with the words for each. */
export type ChoiceWords = readonly { readonly value: string; readonly words: readonly FoldedWord[] }[];

/** The words that name a value, made comparable once. */
export function foldChoices(words: ReadonlyMap<string, readonly string[]>): ChoiceWords {
  return [...words].map(([value, own]) => ({ value, words: own.map(foldWord) }));
}

/** What the customer said in this conversation, ready to be searched. Each text is folded once, when it is first looked into. */
export class CustomerWords {
  /** What it was made from. */
  readonly said: readonly CustomerText[];
  #newestFirst: readonly ReadableText[] | undefined;

  constructor(said: readonly CustomerText[]) {
    this.said = said;
  }

  /** The newest text in which the value stands as a whole. Every part of a list or object must stand somewhere. */
  find(value: JsonValue): SaidAt | undefined {
    return findValue(value, this.#texts());
  }

  /** The newest text that names a date which is this one; `today` is that day where the business is. */
  findDate(value: JsonValue, today: () => string): SaidAt | undefined {
    return findDate(value, this.#texts(), today);
  }

  /**
   * The newest text that names any of several values by one of its words, and only if it names this one. A word inside
   * a longer word of another value, or right after a denial, does not count.
   */
  findChoice(value: string, choices: ChoiceWords): SaidAt | undefined {
    for (const text of this.#texts()) {
      const named = namedChoices(choices, text.folded());
      if (named.length === 0) continue;
      const own = named.find((choice) => choice.value === value);
      return own && { sequence: text.sequence, start: own.start, end: own.end };
    }
    return undefined;
  }

  #texts(): readonly ReadableText[] {
    this.#newestFirst ??= newestFirst(this.said).map((text) => new ReadableText(text));
    return this.#newestFirst;
  }
}

/** What was recorded is in order already, oldest first. */
function newestFirst(said: readonly CustomerText[]): readonly CustomerText[] {
  const isInOrder = said.every(({ sequence }, at) => at === 0 || (said[at - 1] as CustomerText).sequence < sequence);
  return isInOrder ? said.toReversed() : said.toSorted((left, right) => right.sequence - left.sequence);
}

class ReadableText {
  readonly sequence: number;
  readonly #text: string;
  #folded: FoldedText | undefined;
  #spoken: FoldedText | false | undefined;

  constructor({ sequence, text }: CustomerText) {
    this.sequence = sequence;
    this.#text = text;
  }

  /** The invisible characters of a stretch of it. */
  unseenIn({ start, end }: Span): string {
    return unseenIn(this.#text.slice(start, end));
  }

  folded(): FoldedText {
    this.#folded ??= foldText(this.#text);
    return this.#folded;
  }

  spoken(): FoldedText | undefined {
    this.#spoken ??= withSpokenDigits(this.folded()) ?? false;
    return this.#spoken || undefined;
  }
}

type Search<Wanted> = (wanted: Wanted, text: FoldedText) => Span | undefined;

function findValue(value: JsonValue, texts: readonly ReadableText[]): SaidAt | undefined {
  if (typeof value === 'string') return findString(value, texts);
  if (typeof value === 'number') return findIn(texts, value, findNumber);
  if (typeof value !== 'object' || value === null) return undefined;
  const parts = Object.values(value).filter((part) => part !== undefined);
  const places = parts.map((part) => findValue(part, texts));
  return places.every((place) => place !== undefined) ? places[0] : undefined;
}

/** What is folded away of a value must have been said as well: nobody says what they cannot see. */
function findString(value: string, texts: readonly ReadableText[]): SaidAt | undefined {
  const unseen = unseenIn(value);
  if (unseen === '') return findIn(texts, foldWord(value), findText);
  const wanted = foldWord(value);
  const spoken = texts.map((text) => ({ text, found: findIn([text], wanted, findText) }));
  return spoken.find(({ text, found }) => found && text.unseenIn(found) === unseen)?.found;
}

/** Tabs and line breaks apart: those are seen as what they are, or are one blank like any other. */
const UNSEEN = /(?![\t-\r])[\p{Cc}\p{Cf}]/gu;

/** Of the half of a pair it is not known. */
const MAYBE_UNSEEN = new CharacterClass(/(?![\t-\r])[\p{Cc}\p{Cf}\p{Cs}]/u);

function unseenIn(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (MAYBE_UNSEEN.hasAt(text, at)) return (text.match(UNSEEN) ?? []).join('');
  }
  return '';
}

/** In each text as it is, then with its spoken numbers as digits. */
function findIn<Wanted>(texts: readonly ReadableText[], wanted: Wanted, search: Search<Wanted>): SaidAt | undefined {
  for (const text of texts) {
    const span = search(wanted, text.folded()) ?? findSpoken(wanted, text, search);
    if (span) return { sequence: text.sequence, start: span.start, end: span.end };
  }
  return undefined;
}

function findSpoken<Wanted>(wanted: Wanted, text: ReadableText, search: Search<Wanted>): Span | undefined {
  const digits = text.spoken();
  return digits && search(wanted, digits);
}

/** Every date of a list must be named. */
function findDate(value: JsonValue, texts: readonly ReadableText[], today: () => string): SaidAt | undefined {
  if (Array.isArray(value)) {
    const places = value.map((item: JsonValue) => findDate(item, texts, today));
    return places.every((place) => place !== undefined) ? places[0] : undefined;
  }
  return findIn(texts, value, (wanted, text) => {
    if (typeof wanted !== 'string') return undefined;
    const day = today();
    const named = spokenDatesIn(text.text, day).find((spoken) => namesDate(spoken, wanted, day));
    return named && { start: text.startOf(named.start), end: text.endOf(named.end - 1) };
  });
}

interface NamedChoice extends Span {
  readonly value: string;
}

const DENIALS = ['不是', '并非', '不算', 'not', "isn't"];

function namedChoices(choices: ChoiceWords, text: FoldedText): readonly NamedChoice[] {
  const all: NamedChoice[] = [];
  for (const { value, words } of choices) {
    for (const word of words) {
      for (const { start, end } of findWord(word, text)) all.push({ value, start, end });
    }
  }
  if (all.length === 0) return all;
  return all.filter(
    (choice, _, named) =>
      !isDenied(choice, text) && !named.some((other) => other.value !== choice.value && isInside(choice, other)),
  );
}

function isDenied(choice: Span, text: FoldedText): boolean {
  const at = text.unitFrom(choice.start);
  if (at <= 0) return false;
  const before = text.text.slice(Math.max(0, at - 8), at).trimEnd();
  return DENIALS.some((denial) => before.endsWith(denial));
}

function isInside(inner: Span, outer: Span): boolean {
  const isLonger = outer.end - outer.start > inner.end - inner.start;
  return isLonger && outer.start <= inner.start && inner.end <= outer.end;
}
