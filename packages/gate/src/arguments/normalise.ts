import type { SemanticArgument } from '@rolecall/assets';
import type { JsonValue } from '@rolecall/base';
import { spokenNumbersIn } from '../words/chinese-numbers.ts';

export type Normalisation = NonNullable<SemanticArgument['normalise']>[number];

/**
 * Applies a contract's normalisations, in the order in which they are declared, to a text; a list is normalised item by
 * item. Whatever is no text stays as it is: nothing is ever turned into another type.
 */
export function normaliseValue(value: JsonValue, steps: readonly Normalisation[]): JsonValue {
  if (typeof value === 'string') return steps.reduce((text, step) => STEPS[step](text), value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => normaliseValue(item, steps));
  return value;
}

/** The normalisations that this version reads and does not apply yet. */
export const LATER: ReadonlySet<Normalisation> = new Set(['date']);

const STEPS: Readonly<Record<Normalisation, (text: string) => string>> = {
  full_width: halfWidth,
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  trim: (text) => text.trim(),
  separators: (text) => text.replace(/[\s\p{Pd}_·]+/gu, ''),
  spoken_numbers: spokenToDigits,
  date: (text) => text,
};

function halfWidth(text: string): string {
  return text
    .replace(/[\uFF01-\uFF5E]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');
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
