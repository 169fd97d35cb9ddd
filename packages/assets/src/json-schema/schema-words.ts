import type { Bilingual } from '@rolecall/base';
import type { ErrorObject } from 'ajv/dist/2020.js';

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
  const words = Object.hasOwn(VALIDATING, keyword) ? VALIDATING[keyword] : undefined;
  return { en, zh: words ? words(params) : `不正确（${en}）` };
}

/** Ajv's parameters by keyword. */
const VALIDATING: Readonly<Record<string, (params: ErrorObject['params']) => string>> = {
  type: ({ type }) => `的类型必须是 ${Array.isArray(type) ? type.join(' 或 ') : String(type)}`,
  const: ({ allowedValue }) => `必须等于 ${JSON.stringify(allowedValue)}`,
  pattern: ({ pattern }) => `必须符合正则 ${pattern}`,
  format: ({ format }) => `必须符合格式 ${format}`,
  minimum: ({ limit }) => `不能小于 ${limit}`,
  maximum: ({ limit }) => `不能大于 ${limit}`,
  exclusiveMinimum: ({ limit }) => `必须大于 ${limit}`,
  exclusiveMaximum: ({ limit }) => `必须小于 ${limit}`,
  multipleOf: ({ multipleOf }) => `必须是 ${multipleOf} 的倍数`,
  minLength: ({ limit }) => `不能少于 ${limit} 个字符`,
  maxLength: ({ limit }) => `不能多于 ${limit} 个字符`,
  minItems: ({ limit }) => `不能少于 ${limit} 项`,
  maxItems: ({ limit }) => `不能多于 ${limit} 项`,
  minProperties: ({ limit }) => `不能少于 ${limit} 个键`,
  maxProperties: ({ limit }) => `不能多于 ${limit} 个键`,
  uniqueItems: ({ i, j }) => `不能有重复的项（第 ${j} 项与第 ${i} 项相同）`,
  contains: ({ minContains }) => `至少要有 ${minContains} 个符合的项`,
  oneOf: () => '必须恰好符合其中一种形式',
  anyOf: () => '必须符合其中至少一种形式',
  not: () => '不能是这样的值',
  dependentRequired: ({ property, missingProperty }) => `有键“${property}”时必须有键“${missingProperty}”`,
  unevaluatedProperties: ({ unevaluatedProperty }) => `没有键“${unevaluatedProperty}”`,
  propertyNames: ({ propertyName }) => `的键“${propertyName}”不正确`,
};
