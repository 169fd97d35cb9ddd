import type { SemanticArgument } from '@rolecall/assets';
import type { JsonValue } from '@rolecall/base';
import { CharacterClass } from '../words/character-class.ts';
import { spokenNumbersIn } from '../words/chinese-numbers.ts';
import { foldText } from '../words/folded-text.ts';
import { dateOfText } from '../words/spoken-dates.ts';

export type Normalisation = NonNullable<SemanticArgument['normalise']>[number];

/**
 * Applies a contract's normalisations, in the order in which they are declared, to a text; a list is normalised item by
 * item. Whatever is no text stays as it is: nothing is ever turned into another type.
 */
export function normaliseValue(value: JsonValue, steps: readonly Normalisation[], today: Today): JsonValue {
  if (typeof value === 'string') {
    let text = value;
    for (const step of steps) text = STEPS[step](text, today);
    return text;
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => normaliseValue(item, steps, today));
  return value;
}

/** The date where the business is, `YYYY-MM-DD`; asked for only when a date is relative to it. */
export type Today = () => string;

const STEPS: Readonly<Record<Normalisation, (text: string, today: Today) => string>> = {
  full_width: halfWidth,
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  trim: (text) => text.trim(),
  separators: withoutSeparators,
  spoken_numbers: spokenToDigits,
  date: toDate,
};

const SEPARATOR = new CharacterClass(/[\s\p{Pd}_·]/u);

function withoutSeparators(text: string): string {
  let kept = '';
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    if (!SEPARATOR.hasAt(text, at)) continue;
    kept += text.slice(done, at);
    done = at + 1;
  }
  return done === 0 ? text : kept + text.slice(done);
}

function halfWidth(text: string): string {
  if (isAscii(text)) return text;
  return text
    .replace(/[\uFF01-\uFF5E]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

function spokenToDigits(text: string): string {
  let result = '';
  let done = 0;
  for (const number of spokenNumbersIn(text)) {
    result += text.slice(done, number.start) + number.digits;
    done = number.end;
  }
  return result + text.slice(done);
}

/** A text that is a date in the customer's words becomes `YYYY-MM-DD`; any other stays for the schema to refuse. */
function toDate(text: string, today: Today): string {
  const folded = foldText(text).text.trim();
  return dateOfText(spokenToDigits(folded), today()) ?? dateOfText(folded, today()) ?? text;
}
