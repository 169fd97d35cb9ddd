import type { JsonValue } from '@rolecall/base';
import type { CustomerText } from '../call-context.ts';
import { findNumber, findText, findWord, type Span } from './find-value.ts';
import { type FoldedText, foldText, withSpokenDigits } from './folded-text.ts';
import { spokenDatesIn } from './spoken-dates.ts';

/** A place in something the customer said. */
export interface SaidAt extends Span {
  readonly sequence: number;
}

/** What the customer said in this conversation, ready to be searched. Folds each text once. */
export interface CustomerWords {
  /** The newest text in which the value stands as a whole. Every part of a list or object must stand somewhere. */
  find(value: JsonValue): SaidAt | undefined;
  /** The newest text that names a date which is this one; `today` is that day where the business is. */
  findDate(value: JsonValue, today: () => string): SaidAt | undefined;
  /**
   * The newest text that names any of several values by one of its words, and only if it names this one. A word inside
   * a longer word of another value, or right after a denial, does not count.
   */
  findChoice(value: string, words: ReadonlyMap<string, readonly string[]>): SaidAt | undefined;
}

/** Reads what was said, newest first. */
export function customerWords(said: readonly CustomerText[]): CustomerWords {
  const newestFirst = [...said].sort((left, right) => right.sequence - left.sequence).map(readableOnce);
  return {
    find: (value) => findValue(value, newestFirst),
    findDate: (value, today) => findDate(value, newestFirst, today),
    findChoice: (value, words) => {
      for (const text of newestFirst) {
        const named = namedChoices(words, text.folded());
        if (named.length === 0) continue;
        const own = named.find((choice) => choice.value === value);
        return own && { sequence: text.sequence, start: own.start, end: own.end };
      }
      return undefined;
    },
  };
}

interface ReadableText {
  readonly sequence: number;
  folded(): FoldedText;
  spoken(): FoldedText | undefined;
}

/** What was said does not change: each text is folded once, for however many decisions look into it. */
const known = new WeakMap<CustomerText, ReadableText>();

function readableOnce(text: CustomerText): ReadableText {
  const present = known.get(text);
  if (present) return present;
  const made = readable(text);
  known.set(text, made);
  return made;
}

function readable({ sequence, text }: CustomerText): ReadableText {
  let folded: FoldedText | undefined;
  let spoken: FoldedText | false | undefined;
  const self: ReadableText = {
    sequence,
    folded: () => {
      folded ??= foldText(text);
      return folded;
    },
    spoken: () => {
      spoken ??= withSpokenDigits(self.folded()) ?? false;
      return spoken || undefined;
    },
  };
  return self;
}

function findValue(value: JsonValue, texts: readonly ReadableText[]): SaidAt | undefined {
  if (typeof value === 'string') return findIn(texts, (text) => findText(value, text));
  if (typeof value === 'number') return findIn(texts, (text) => findNumber(value, text));
  if (typeof value !== 'object' || value === null) return undefined;
  const parts = Object.values(value).filter((part) => part !== undefined);
  const places = parts.map((part) => findValue(part, texts));
  return places.every((place) => place !== undefined) ? places[0] : undefined;
}

function findIn(texts: readonly ReadableText[], search: (text: FoldedText) => Span | undefined): SaidAt | undefined {
  for (const text of texts) {
    const spoken = () => {
      const digits = text.spoken();
      return digits && search(digits);
    };
    const span = search(text.folded()) ?? spoken();
    if (span) return { sequence: text.sequence, start: span.start, end: span.end };
  }
  return undefined;
}

/** Every date of a list must be named. */
function findDate(value: JsonValue, texts: readonly ReadableText[], today: () => string): SaidAt | undefined {
  if (Array.isArray(value)) {
    const places = value.map((item: JsonValue) => findDate(item, texts, today));
    return places.every((place) => place !== undefined) ? places[0] : undefined;
  }
  return findIn(texts, (text) => {
    const named = spokenDatesIn(text.text, today()).find(({ date }) => date === value);
    return named && { start: text.starts[named.start] ?? 0, end: text.ends[named.end - 1] ?? 0 };
  });
}

interface NamedChoice extends Span {
  readonly value: string;
}

const DENIAL = /(?:不是|并非|不算|not|isn't|is not)\s*$/u;

function namedChoices(words: ReadonlyMap<string, readonly string[]>, text: FoldedText): readonly NamedChoice[] {
  const all: NamedChoice[] = [];
  for (const [value, ownWords] of words) {
    for (const word of ownWords) all.push(...findWord(word, text).map((span) => ({ value, ...span })));
  }
  return all.filter(
    (choice) =>
      !isDenied(choice, text) && !all.some((other) => other.value !== choice.value && isInside(choice, other)),
  );
}

function isDenied(choice: Span, text: FoldedText): boolean {
  const at = text.starts.indexOf(choice.start);
  return at > 0 && DENIAL.test(text.text.slice(Math.max(0, at - 8), at));
}

function isInside(inner: Span, outer: Span): boolean {
  const isLonger = outer.end - outer.start > inner.end - inner.start;
  return isLonger && outer.start <= inner.start && inner.end <= outer.end;
}
