import { fillSentence, type Sentence, sentenceReader } from '@rolecall/base/sentences';

/** What a value lacks or has under a schema; `{place}` is where in it. */
const PROBLEMS = {
  lacks: { en: '{place} lacks the key "{key}".', zh: '{place}缺少键“{key}”。' },
  has_no: { en: '{place} has no key "{key}".', zh: '{place}没有键“{key}”。' },
  none_of: { en: '{place} must be one of {values}.', zh: '{place}必须是 {values} 之一。' },
  other: { en: '{place} {why}.', zh: '{place}{why}。' },
} as const satisfies Readonly<Record<string, Sentence>>;

/** A problem in both languages: by which sentence, where, and what stands in it. */
export function schemaProblem(
  id: keyof typeof PROBLEMS,
  place: Sentence,
  values: { readonly key?: string; readonly values?: Sentence; readonly why?: Sentence },
): Sentence {
  const inOne = (language: keyof Sentence) =>
    fillSentence(PROBLEMS[id][language], (name) => {
      if (name === 'place') return place[language];
      return name === 'key' ? values.key : values[name as 'values' | 'why']?.[language];
    });
  return { en: inOne('en'), zh: inOne('zh') };
}

/** The Chinese of a problem that was recorded in English; undefined where it is none that is known. */
export const schemaProblemInChinese = sentenceReader(Object.values(PROBLEMS), {
  place: { form: 'It|".*?"', read: (text) => (text === 'It' ? '它' : `“${text.slice(1, -1)}”`) },
  key: { form: '.*' },
  values: { form: '.*', read: (text) => text.replaceAll(', ', '、') },
  why: { form: '.*', read: (text) => predicateInChinese(text) ?? refused(text) },
});

/** A predicate that is not known is still told as one where the value is what it speaks of. */
function refused(text: string): string | undefined {
  return /^must\b/.test(text) ? notValid(text) : undefined;
}

/** Where no words are known for what the library says: quoted. */
export function notValid(said: string): string {
  return `不正确（${said}）`;
}

/** The Chinese of what the library says of a value, as a predicate that follows its place. */
export const predicateInChinese = sentenceReader(
  [
    { en: 'must be >= {limit}', zh: '不能小于 {limit}' },
    { en: 'must be <= {limit}', zh: '不能大于 {limit}' },
    { en: 'must be > {limit}', zh: '必须大于 {limit}' },
    { en: 'must be < {limit}', zh: '必须小于 {limit}' },
    { en: 'must be multiple of {limit}', zh: '必须是 {limit} 的倍数' },
    { en: 'must be equal to constant', zh: '必须等于规定的值' },
    { en: 'must be {type}', zh: '的类型必须是 {type}' },
    { en: 'must match pattern "{source}"', zh: '必须符合正则 {source}' },
    { en: 'must match format "{source}"', zh: '必须符合格式 {source}' },
    { en: 'must NOT have fewer than {count} characters', zh: '不能少于 {count} 个字符' },
    { en: 'must NOT have more than {count} characters', zh: '不能多于 {count} 个字符' },
    { en: 'must NOT have fewer than {count} items', zh: '不能少于 {count} 项' },
    { en: 'must NOT have more than {count} items', zh: '不能多于 {count} 项' },
    { en: 'must NOT have fewer than {count} properties', zh: '不能少于 {count} 个键' },
    { en: 'must NOT have more than {count} properties', zh: '不能多于 {count} 个键' },
    {
      en: 'must NOT have duplicate items (items ## {second} and {first} are identical)',
      zh: '不能有重复的项（第 {second} 项与第 {first} 项相同）',
    },
    {
      en: 'must contain at least {count} and no more than {most} valid item(s)',
      zh: '要有 {count} 到 {most} 个符合的项',
    },
    { en: 'must contain at least {count} valid item(s)', zh: '至少要有 {count} 个符合的项' },
    { en: 'must match exactly one schema in oneOf', zh: '必须恰好符合其中一种形式' },
    { en: 'must match a schema in anyOf', zh: '必须符合其中至少一种形式' },
    { en: 'must match "{branch}" schema', zh: '必须符合“{branch}”一支的形式' },
    { en: 'must NOT be valid', zh: '不能是这样的值' },
    { en: 'must have property {missing} when property {key} is present', zh: '有键“{key}”时必须有键“{missing}”' },
    { en: 'must have properties {missing} when property {key} is present', zh: '有键“{key}”时必须有键“{missing}”' },
    { en: 'must NOT have unevaluated properties', zh: '有不允许的键' },
    { en: 'must NOT have unevaluated items', zh: '有不允许的项' },
    { en: 'property name must be valid', zh: '有一个键的名字不正确' },
    { en: 'boolean schema is false', zh: '不允许有值' },
    { en: 'is not valid', zh: '不正确' },
  ],
  {
    limit: { form: '-?\\d\\S*' },
    count: { form: '\\d+' },
    most: { form: '\\d+' },
    first: { form: '\\d+' },
    second: { form: '\\d+' },
    type: { form: '[a-z]+(?:,[a-z]+)*', read: (text) => text.replaceAll(',', ' 或 ') },
    source: { form: '.*' },
  },
);
