import type { JsonValue } from '@rolecall/base';
import { fold, isWordCharacter, squeeze } from './fold.ts';
import type { MatcherWords } from './matcher-options.ts';
import { isDeniedAt } from './occurrence.ts';
import { clausesOf } from './terms.ts';

/** One value of a closed list and all the words that mean it. */
export interface LabelledValue {
  readonly value: JsonValue;
  readonly words: readonly string[];
}

/** How a value was recognised: by its own words, or by words much like them. */
export interface LabelMatch {
  readonly value: JsonValue;
  readonly by: 'label' | 'likeness';
}

const LIKE_ENOUGH = 0.75;
/** After a question about this very list, less is enough to know which value is meant. */
const LIKE_ENOUGH_TO_ANSWER = 0.55;
const CLEAR_LEAD = 0.15;

/** The values of a closed list with their words: the labels in both languages and the value itself. */
export function labelledValues(
  values: readonly JsonValue[],
  labels: Readonly<Record<string, MatcherWords>> = {},
): readonly LabelledValue[] {
  return values.map((value) => {
    const own =
      typeof value === 'string'
        ? [value, value.replaceAll(/[_-]+/gu, ' ')]
        : typeof value === 'number'
          ? [String(value)]
          : [];
    const words = Object.hasOwn(labels, String(value)) ? labels[String(value)] : undefined;
    return { value, words: [...new Set([...listed(words), ...own])].filter((word) => squeeze(word) !== '') };
  });
}

function listed(words: MatcherWords | undefined): readonly string[] {
  if (words === undefined) return [];
  if (isList(words)) return words;
  return [...(words.zh ?? []), ...(words.en ?? [])];
}

function isList(words: MatcherWords): words is readonly string[] {
  return Array.isArray(words);
}

/**
 * The values that a message names, in the order in which they are named. The longest words win (需要 inside 不需要 is not
 * 需要), and words under a negation name nothing. Without any, the one value whose words the message comes close to,
 * as long as both say yes or both say no.
 */
export function findLabels(message: string, values: readonly LabelledValue[], isAnswer = false): readonly LabelMatch[] {
  const named = namedValues(message, values);
  if (named.length > 0) return named.map((value) => ({ value, by: 'label' }));
  const alike = mostAlike(message, values, isAnswer ? LIKE_ENOUGH_TO_ANSWER : LIKE_ENOUGH);
  return alike === undefined ? [] : [{ value: alike, by: 'likeness' }];
}

interface Hit {
  readonly value: JsonValue;
  readonly start: number;
  readonly end: number;
}

function namedValues(message: string, values: readonly LabelledValue[]): readonly JsonValue[] {
  const text = fold(message).replaceAll(/\s+/gu, ' ');
  const hits = values.flatMap(({ value, words }) => words.flatMap((word) => hitsOf(text, word, value)));
  const longest = hits.filter((hit) => !hits.some((other) => contains(other, hit)));
  const wanted = longest.filter((hit) => !isDeniedAt(text, hit.start)).sort((left, right) => left.start - right.start);
  return [...new Set(wanted.map((hit) => hit.value))];
}

function contains(outer: Hit, inner: Hit): boolean {
  return outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;
}

function hitsOf(text: string, word: string, value: JsonValue): readonly Hit[] {
  const form = fold(word).trim().replaceAll(/\s+/gu, ' ');
  // Chinese is written with and without spaces; Latin words end where they end.
  const source = /\p{Script=Han}/u.test(form) ? [...form.replaceAll(' ', '')].map(escaped).join('\\s?') : escaped(form);
  const hits: Hit[] = [];
  for (const match of text.matchAll(new RegExp(source, 'gu'))) {
    const end = match.index + match[0].length;
    const cutsBefore = isWordCharacter(form, 0) && isWordCharacter(text, match.index - 1);
    const cutsAfter = isWordCharacter(form, form.length - 1) && isWordCharacter(text, end);
    if (!cutsBefore && !cutsAfter) hits.push({ value, start: match.index, end });
  }
  return hits;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}

function mostAlike(message: string, values: readonly LabelledValue[], enough: number): JsonValue | undefined {
  const clauses = clausesOf(message);
  const ranked = values
    .map(({ value, words }) => ({
      value,
      likeness: Math.max(0, ...words.flatMap((word) => clauses.map((clause) => likeness(clause, word)))),
    }))
    .sort((left, right) => right.likeness - left.likeness);
  const [best, second] = ranked;
  if (!best || best.likeness < enough) return undefined;
  return second && best.likeness - second.likeness < CLEAR_LEAD ? undefined : best.value;
}

/** The share of a label's pieces that stand in a clause; nothing when only one of both is a denial. */
function likeness(clause: string, label: string): number {
  if (isDenial(clause) !== isDenial(label)) return 0;
  const wanted = piecesOf(label);
  const present = piecesOf(clause);
  if (wanted.size < 3 || present.size > 4 * wanted.size) return 0;
  let common = 0;
  for (const piece of wanted) if (present.has(piece)) common += 1;
  return common / wanted.size;
}

function isDenial(text: string): boolean {
  return /[不没别无未非]|\b(?:no|not|never|without)\b|n['’]t\b/u.test(fold(text));
}

function piecesOf(text: string): ReadonlySet<string> {
  const pieces = new Set<string>();
  for (const run of fold(text).match(/\p{Script=Han}+|[\p{Script=Latin}\p{N}'’]+/gu) ?? []) {
    pieces.add(run);
    if (!/\p{Script=Han}/u.test(run)) continue;
    pieces.delete(run);
    const characters = [...run];
    characters.forEach((character, index) => {
      pieces.add(character);
      if (index > 0) pieces.add(`${characters[index - 1]}${character}`);
    });
  }
  return pieces;
}
