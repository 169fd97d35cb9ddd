import { type Sentence, sentenceReader } from '@rolecall/base/sentences';

/**
 * Why an expression could not be evaluated, as a sentence. The evaluator and its functions throw English; what they say is
 * recognised here. Anything else is quoted, and the sentence around it is in the reader's language.
 */
export function failureWords(message: string): Sentence {
  const en = ended(message, '.');
  return {
    en: en.charAt(0).toUpperCase() + en.slice(1),
    zh: ended(thrownInChinese(message) ?? `无法求值：${message}`, '。'),
  };
}

/** The Chinese of a failure that was recorded in English; undefined where it is none that is known. */
export function failureInChinese(recorded: string): string | undefined {
  const text = recorded.replace(/\.$/, '');
  const zh = thrownInChinese(text.charAt(0).toLowerCase() + text.slice(1)) ?? thrownInChinese(text);
  return whole(recorded) ?? (zh === undefined ? undefined : ended(zh, '。'));
}

/** What is told before anything is evaluated, or instead of it. */
export const TOO_COSTLY = {
  en: 'The expression needs more work than is allowed.',
  zh: '表达式需要的计算超过了允许的量。',
} as const satisfies Sentence;

const whole = sentenceReader([TOO_COSTLY]);

const thrownInChinese = sentenceReader(
  [
    { en: 'a name that it uses has no value here', zh: '它用到的一个名字在这里没有值' },
    { en: 'the argument {name} has no value to show', zh: '参数 {name} 没有可以显示的值' },
    { en: '{name} has no value here', zh: '{name} 在这里没有值' },
    { en: 'there is no key "{key}"', zh: '没有键“{key}”' },
    { en: 'there is no item {index} in the list', zh: '列表里没有第 {index} 项（从 0 数起）' },
    { en: 'the pattern cannot be used: {why}', zh: '正则不能用：{why}' },
    { en: 'the text is not an integer', zh: '这段文字不是整数' },
    { en: 'the text is not a number', zh: '这段文字不是数字' },
    {
      en: 'the text is not a date-time with an offset, such as {example}',
      zh: '这段文字不是带时差的日期时间，例如 {example}',
    },
    { en: 'the text is not a duration, such as 30m, 1d or 1h30m', zh: '这段文字不是时长，例如 30m、1d 或 1h30m' },
    { en: 'local_time needs a date-time with an offset', zh: 'local_time 需要带时差的日期时间' },
    { en: 'sum needs a list of numbers', zh: 'sum 需要数字列表' },
    { en: 'only a list or an object can be walked through', zh: '只能遍历列表或对象' },
    { en: 'only a growing list can be appended to', zh: '只能向正在生成的列表里添加' },
    { en: 'the result {result} is not a number', zh: '结果 {result} 不是数字' },
    { en: 'the integer {integer} is too large to be carried exactly', zh: '整数 {integer} 太大，不能精确保存' },
    { en: 'the result is of a type that JSON does not have', zh: '结果的类型是 JSON 里没有的' },
    { en: 'an object has a key that is not a text', zh: '对象里有一个键不是文字' },
    { en: 'a value that is declared a date-time is none', zh: '声明为日期时间的值不是日期时间' },
    { en: '{kind} divide by zero', zh: '除数为零（{kind}）' },
    { en: '{kind} modulus by zero', zh: '除数为零（{kind}）' },
    { en: '{kind} overflow during {operation}', zh: '计算溢出（{kind}，{operation}）' },
    { en: 'found no matching overload for {operation} applied to {types}', zh: '{operation} 不能用于 {types}' },
    { en: 'type mismatch: expected {wanted}, got {kind}', zh: '类型不符：应为 {wanted}，实为 {kind}' },
    { en: 'map key conflict: {key}', zh: '键“{key}”重复' },
    { en: 'Invalid time zone specified: {zone}', zh: '没有时区“{zone}”' },
  ],
  {
    name: { form: '\\w+' },
    kind: { form: '\\S+' },
    wanted: { form: '\\S+' },
    key: { form: '.*' },
    index: { form: '-?\\d+' },
    integer: { form: '-?\\d+' },
    result: { form: '\\S+' },
    why: { form: '.*' },
    example: { form: '.*' },
  },
);

function ended(text: string, end: string): string {
  return /[.!?。！？]$/.test(text) ? text : `${text}${end}`;
}
