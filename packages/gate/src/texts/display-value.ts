import { type ArgumentLabels, shownValue } from '@rolecall/assets';
import { canonicalJson, type JsonValue, type Language } from '@rolecall/base';

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
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

/** A copy in which line breaks are blanks and invisible characters are written out, in every text inside. */
export function displayable<T>(value: T): T {
  if (typeof value === 'string') return displayableText(value) as T;
  if (Array.isArray(value)) return value.map((item) => displayable(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, displayable(item)])) as T;
}

function displayableText(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
