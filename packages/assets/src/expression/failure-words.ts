import type { Bilingual } from '@rolecall/base';

/**
 * Why an expression could not be evaluated, as a sentence. The evaluator and its functions throw English; what they say is
 * recognised here. Anything else is quoted, and the sentence around it is in the reader's language.
 */
export function failureWords(message: string): Bilingual {
  const known = CHINESE.find(([pattern]) => pattern.test(message));
  const zh = known ? message.replace(...known) : `无法求值：${message}`;
  return { en: sentence(message, '.'), zh: sentence(zh, '。') };
}

const CHINESE: readonly (readonly [RegExp, string])[] = [
  [/^a name that it uses has no value here$/, '它用到的一个名字在这里没有值'],
  [/^(\w+) has no value here$/, '$1 在这里没有值'],
  [/^there is no key "(.*)"$/s, '没有键“$1”'],
  [/^there is no item (-?\d+) in the list$/, '列表里没有第 $1 项（从 0 数起）'],
  [/^the pattern cannot be used: (.*)$/s, '正则不能用：$1'],
  [/^the text is not an integer$/, '这段文字不是整数'],
  [/^the text is not a number$/, '这段文字不是数字'],
  [/^the text is not a date-time with an offset, such as (.*)$/, '这段文字不是带时差的日期时间，例如 $1'],
  [/^the text is not a duration, such as 30m, 1d or 1h30m$/, '这段文字不是时长，例如 30m、1d 或 1h30m'],
  [/^local_time needs a date-time with an offset$/, 'local_time 需要带时差的日期时间'],
  [/^sum needs a list of numbers$/, 'sum 需要数字列表'],
  [/^the argument (\w+) has no value to show$/, '参数 $1 没有可以显示的值'],
  [/^only a list or an object can be walked through$/, '只能遍历列表或对象'],
  [/^only a growing list can be appended to$/, '只能向正在生成的列表里添加'],
  [/^the result (\S+) is not a number$/, '结果 $1 不是数字'],
  [/^the integer (-?\d+) is too large to be carried exactly$/, '整数 $1 太大，不能精确保存'],
  [/^the result is of a type that JSON does not have$/, '结果的类型是 JSON 里没有的'],
  [/^an object has a key that is not a text$/, '对象里有一个键不是文字'],
  [/^a value that is declared a date-time is none$/, '声明为日期时间的值不是日期时间'],
  [/^division by zero$/, '除数为零'],
  [/^(?:divide|modulus) by zero$/, '除数为零'],
  [/^integer overflow$/, '整数溢出'],
];

function sentence(text: string, end: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?。！？]$/.test(text) ? '' : end}`;
}
