import { isJsonObject, type JsonObject, type JsonValue, type Language, textIn } from '@rolecall/base';
import type { ArgumentLabels, ArgumentWording } from './argument-labels.ts';

/**
 * An argument's value as a customer is shown it: the first word of its label in the language (or in the other one, when
 * only that exists), else the value itself. Lists and objects are written out, each member with its name; a text in them
 * that could be taken for more than one stands in quotes, so that two values of one schema never look the same. Undefined
 * for null.
 */
export function shownValue(
  labels: ArgumentLabels | undefined,
  argument: string,
  value: JsonValue | undefined,
  language: Language,
): string | undefined {
  if (value === undefined || value === null) return undefined;
  const wording = labels && Object.hasOwn(labels, argument) ? labels[argument] : undefined;
  if (Array.isArray(value)) return shownList(value, wording, language);
  if (isJsonObject(value)) return shownObject(value, wording, language);
  const text = String(value);
  return wordFor(text, wording?.labels, language) ?? text;
}

type Wording = ArgumentWording | undefined;

/** Items with members are counted, others stand side by side. */
function shownList(list: readonly JsonValue[], wording: Wording, language: Language): string {
  const signs = SIGNS[language];
  if (list.length === 0) return signs.none;
  const isCounted = list.length > 1 && list.some((item) => typeof item === 'object' && item !== null);
  if (!isCounted) return list.map((item) => shownPart(item, wording, language, wording?.labels)).join(signs.beside);
  return list
    .map((item, index) => signs.counted(index + 1, shownPart(item, wording, language, wording?.labels)))
    .join(signs.between);
}

function shownObject(object: JsonObject, wording: Wording, language: Language): string {
  const signs = SIGNS[language];
  const parts = memberOrder(object, wording).map((name) => {
    const member = wording?.members && Object.hasOwn(wording.members, name) ? wording.members[name] : undefined;
    const label = member ? textIn(member.label, language) : quotedIfDoubtful(name);
    return signs.member(label, nested(object[name] ?? null, wording, language, member?.labels));
  });
  return parts.length === 0 ? signs.none : parts.join(signs.members);
}

/** Those with a label as the contract lists them, the others by name: the same object always reads the same. */
function memberOrder(object: JsonObject, wording: Wording): readonly string[] {
  const labelled = Object.keys(wording?.members ?? {}).filter((name) => Object.hasOwn(object, name));
  const others = Object.keys(object).filter((name) => !labelled.includes(name));
  return [...labelled, ...others.sort()];
}

/** What stands inside an object and has parts itself stands in brackets. */
function nested(value: JsonValue, wording: Wording, language: Language, words: Words | undefined): string {
  const shown = shownPart(value, wording, language, words);
  const { none, enclosed } = SIGNS[language];
  return typeof value === 'object' && value !== null && shown !== none ? enclosed(shown) : shown;
}

function shownPart(value: JsonValue, wording: Wording, language: Language, words: Words | undefined): string {
  if (value === null) return NOTHING;
  if (Array.isArray(value)) return shownList(value, wording && { ...wording, labels: words }, language);
  if (isJsonObject(value)) return shownObject(value, wording, language);
  const word = wordFor(String(value), words, language);
  if (word !== undefined) return word;
  if (typeof value === 'boolean') return SIGNS[language].truth[value ? 0 : 1];
  return typeof value === 'string' ? quotedIfDoubtful(value) : String(value);
}

type Words = NonNullable<ArgumentWording['labels']>;

function wordFor(value: string, words: Words | undefined, language: Language): string | undefined {
  const own = words && Object.hasOwn(words, value) ? words[value] : undefined;
  if (own === undefined) return undefined;
  if (isWordList(own)) return own[0];
  return own[language]?.[0] ?? own[language === 'zh' ? 'en' : 'zh']?.[0];
}

function isWordList(words: Words[string]): words is readonly string[] & Words[string] {
  return Array.isArray(words);
}

const NOTHING = '–';

/** A text that holds one of the signs that part a list or object, or that begins or ends where nobody sees it. */
const DOUBTFUL = /[、，；：（）()"–]|[,;:](?:\s|$)|^[,;:\s]|\s$|^$/u;

function quotedIfDoubtful(text: string): string {
  return DOUBTFUL.test(text) ? JSON.stringify(text) : text;
}

interface Signs {
  readonly none: string;
  readonly truth: readonly [yes: string, no: string];
  /** Between plain items, between counted ones, between members. */
  readonly beside: string;
  readonly between: string;
  readonly members: string;
  readonly counted: (index: number, item: string) => string;
  readonly member: (label: string, value: string) => string;
  readonly enclosed: (value: string) => string;
}

const SIGNS: Readonly<Record<Language, Signs>> = {
  zh: {
    none: '（无）',
    truth: ['是', '否'],
    beside: '、',
    between: '；',
    members: '，',
    counted: (index, item) => `（${index}）${item}`,
    member: (label, value) => `${label}：${value}`,
    enclosed: (value) => `（${value}）`,
  },
  en: {
    none: '(none)',
    truth: ['yes', 'no'],
    beside: ', ',
    between: '; ',
    members: ', ',
    counted: (index, item) => `(${index}) ${item}`,
    member: (label, value) => `${label}: ${value}`,
    enclosed: (value) => `(${value})`,
  },
};
