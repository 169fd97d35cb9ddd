import type { Bilingual } from '@rolecall/base';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { notValid, predicateInChinese } from './schema-sentences.ts';

/** A pattern that is not tested in linear time, or is malformed. */
export class UnusablePattern extends Error {
  readonly words: Bilingual;

  constructor(source: string) {
    const en = `the pattern ${source} cannot be tested in linear time or is malformed`;
    super(en);
    this.words = { en, zh: `正则 ${source} 无法在线性时间内匹配，或写法有误` };
  }
}

/** Why a schema does not compile. What the library says is recognised where it can be, and quoted otherwise. */
export function whyNoSchema(error: unknown): Bilingual {
  if (error instanceof UnusablePattern) return error.words;
  const en = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST);
  const known = COMPILING.find(([pattern]) => pattern.test(en));
  return { en, zh: known ? en.replace(...known) : `无法编译（${en}）` };
}

const LONGEST = 300;

const COMPILING: readonly (readonly [RegExp, string])[] = [
  [/^strict mode: unknown keyword: "([^"]*)".*$/s, '不认识关键字“$1”'],
  [/^unknown format "([^"]*)" ignored in schema at path "([^"]*)".*$/s, '$2 处的格式“$1”不认识'],
  [/^can't resolve reference (\S+) from id .*$/s, '引用 $1 在这个结构里找不到'],
  [/^schema is invalid: (data\S*) must be equal to one of the allowed values.*$/s, '$1 的值不是允许的值之一'],
  [/^schema is invalid: (data\S*) must be (\w+)\b.*$/s, '$1 必须是 $2'],
];

/** What is wrong with a value, as a predicate that follows its place. */
export function whyNotValid({ keyword, params, message }: ErrorObject): Bilingual {
  const en = message ?? 'is not valid';
  const more = Object.hasOwn(SAYING_MORE, keyword) ? SAYING_MORE[keyword]?.(params) : undefined;
  return { en, zh: more ?? predicateInChinese(en) ?? notValid(en) };
}

/** By keyword, where the library's parameters say more than its words. */
const SAYING_MORE: Readonly<Record<string, (params: ErrorObject['params']) => string>> = {
  const: ({ allowedValue }) => `必须等于 ${JSON.stringify(allowedValue)}`,
  unevaluatedProperties: ({ unevaluatedProperty }) => `没有键“${unevaluatedProperty}”`,
  propertyNames: ({ propertyName }) => `的键“${propertyName}”不正确`,
};
