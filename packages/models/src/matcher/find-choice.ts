import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import { fold, isWordCharacter, squeeze } from './fold.ts';
import { chineseNumber } from './spoken-number.ts';
import { fitsSchema } from './value-schema.ts';

/** A value that an earlier read offered, with the texts by which a customer may name it. */
interface Candidate {
  readonly value: JsonValue;
  readonly names: readonly string[];
}

const ENGLISH_ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

/**
 * The one value of an earlier read that the words mean: the one they name, or the only one there is. Undefined when that
 * leaves more than one.
 */
export function findChoice(
  words: string,
  name: string,
  schema: JsonObject,
  offered: readonly JsonValue[],
): JsonValue | undefined {
  const candidates = candidatesOf(offered, name, schema);
  const named = chosenBy(words, candidates);
  if (named !== 'none') return named?.value;
  return candidates.length === 1 ? candidates[0]?.value : undefined;
}

/** True when the words name one of the values by its text or by an ordinal (第二个, the last one). */
export function namesChoice(words: string, name: string, schema: JsonObject, offered: readonly JsonValue[]): boolean {
  const named = chosenBy(words, candidatesOf(offered, name, schema));
  return named !== 'none' && named !== undefined;
}

/** What the words choose: `none` when they do not choose, undefined when what they choose is not one thing. */
function chosenBy(words: string, candidates: readonly Candidate[]): Candidate | undefined | 'none' {
  const named = candidates.filter(({ names }) => names.some((text) => standsIn(words, text)));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const ordinal = ordinalIn(words);
  return ordinal === undefined ? 'none' : candidates.at(ordinal);
}

function candidatesOf(offered: readonly JsonValue[], name: string, schema: JsonObject): readonly Candidate[] {
  return offered.flatMap((entry) => candidateOf(entry, name, schema) ?? []);
}

function candidateOf(entry: JsonValue, name: string, schema: JsonObject): Candidate | undefined {
  if (!isJsonObject(entry)) return fitsSchema(entry, schema) ? { value: entry, names: [String(entry)] } : undefined;
  const own = entry[name];
  const value =
    own !== undefined && fitsSchema(own, schema)
      ? own
      : Object.values(entry).find((member) => member !== undefined && fitsSchema(member, schema));
  if (value === undefined) return undefined;
  return { value, names: Object.values(entry).filter((member) => typeof member === 'string') };
}

function standsIn(words: string, name: string): boolean {
  const wanted = squeeze(name);
  if ([...wanted].length < 2) return false;
  if (/\p{Script=Han}/u.test(wanted)) return squeeze(words).includes(wanted);
  const text = fold(words);
  const form = fold(name).trim();
  const at = text.indexOf(form);
  return at >= 0 && !isWordCharacter(text, at - 1) && !isWordCharacter(text, at + form.length);
}

/** The place in a list that the words name, from 0; -1 for the last. */
function ordinalIn(words: string): number | undefined {
  const text = fold(words);
  if (/最后一?[个张条项份本件位]|倒数第一|\bthe last\b|\blast one\b/u.test(text)) return -1;
  const chinese = /第([一二三四五六七八九十\d]{1,3})[个张条项份本件位]?/u.exec(text)?.[1];
  const number = chinese === undefined ? undefined : /^\d+$/u.test(chinese) ? Number(chinese) : chineseNumber(chinese);
  if (number !== undefined) return number > 0 ? number - 1 : undefined;
  const index = ENGLISH_ORDINALS.findIndex((ordinal) => new RegExp(`\\b${ordinal}\\b`, 'u').test(text));
  if (index >= 0) return index;
  const numbered = /\b(?:number|no\.?)\s*(\d{1,2})\b|\b(\d{1,2})(?:st|nd|rd|th)\b/u.exec(text);
  const place = Number(numbered?.[1] ?? numbered?.[2] ?? 0);
  return place > 0 ? place - 1 : undefined;
}
