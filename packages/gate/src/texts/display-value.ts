import { type ArgumentLabels, shownValue } from '@rolecall/assets';
import { canonicalJson, type JsonValue, type Language } from '@rolecall/base';
import { CharacterClass } from '../words/character-class.ts';

/**
 * An argument's value as the customer is shown it: the word that its label gives to it, else the value itself. Always one
 * line in which every character can be seen, so that what is confirmed is what will be sent.
 */
export function displayValue(labels: ArgumentLabels, argument: string, value: JsonValue, language: Language): string {
  const shown = displayable(value);
  if (typeof shown === 'boolean') {
    const own = shownValue(labels, argument, shown, language);
    return own === undefined || own === String(shown) ? YES_NO[language][shown ? 0 : 1] : own;
  }
  return shownValue(labels, argument, shown, language) ?? canonicalJson(shown);
}

const YES_NO: Readonly<Record<Language, readonly [string, string]>> = { zh: ['是', '否'], en: ['yes', 'no'] };
/** Letters and signs that are drawn as nothing. */
const EMPTY = '\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0';
const UNSEEN = new RegExp(`[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\u2028\\u2029${EMPTY}]`, 'gu');
/** No blank, though it counts as one: a byte order mark has no width. */
const BLANKS = /[^\S\ufeff]+/gu;

/**
 * The value with line breaks as blanks, and written out what is invisible or looks like another letter of its word, in every
 * text and name inside; itself where there is nothing of it.
 */
export function displayable<T>(value: T): T {
  if (typeof value === 'string') return displayableText(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return displayableList(value) as T;
  return displayableObject(value as Readonly<Record<string, unknown>>) as T;
}

function displayableList(list: readonly unknown[]): readonly unknown[] {
  const shown = list.map((item) => displayable(item));
  return shown.every((item, index) => item === list[index]) ? list : shown;
}

function displayableObject(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const items: unknown[] = [];
  let isPlain = true;
  for (const name of Object.keys(object)) {
    const item = displayable(object[name]);
    items.push(item);
    if (item !== object[name] || displayableText(name) !== name) isPlain = false;
  }
  if (isPlain) return object;
  const shown = new Map<string, unknown>();
  Object.keys(object).forEach((name, at) => {
    shown.set(unusedName(displayableText(name), shown), items[at]);
  });
  return Object.fromEntries(shown);
}

/** Two names that are shown alike are still two members. */
function unusedName(name: string, used: ReadonlyMap<string, unknown>): string {
  let own = name;
  for (let count = 2; used.has(own); count++) own = `${name} (${count})`;
  return own;
}

function displayableText(text: string): string {
  return isPlain(text)
    ? text
    : text
        .replace(BLANKS, ' ')
        .replace(UNSEEN, writtenOut)
        .replace(SELECTORS, (run) => [...run].map(writtenOut).join(''))
        .replace(WORD, (word) => (LATIN.test(word) ? unmasked(word) : word));
}

function writtenOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** One chooses the form of what stands before it; more than one say something that nobody sees. */
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;
/** Letters of other alphabets that look like Latin ones. A word of that alphabet alone is a word like any other. */
const LOOKALIKES = 'АВЕЅІЈКМНОРСТУХҮаеѕіјорсухһѵԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυικοսցհօ';
const LOOKALIKE = new RegExp(`[${LOOKALIKES}]`, 'gu');
const LATIN = /\p{Script=Latin}/u;
/** A word, or an address or name of several. */
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{N}\p{M}@._]+/gu;

function unmasked(word: string): string {
  return word.replace(LOOKALIKE, writtenOut);
}

/** Units that may be a blank, invisible or a look-alike; of the half of a pair it is not known. */
const DOUBTFUL = new CharacterClass(
  new RegExp(`[\\s\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\ufe00-\\ufe0f${EMPTY}${LOOKALIKES}]`, 'u'),
);

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (DOUBTFUL.hasAt(text, at) && (text[at] !== ' ' || text[at + 1] === ' ')) return false;
  }
  return true;
}
