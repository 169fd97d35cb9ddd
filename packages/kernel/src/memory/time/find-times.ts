import { type Day, type DaySpan, dayOf, monthSpan, oneDay, yearSpan } from './calendar.ts';
import { CHINESE_TIMES } from './chinese-times.ts';
import { ENGLISH_TIMES } from './english-times.ts';
import type { NamedTime, TimeReader } from './time-expression.ts';

const NUMERIC_DATES: readonly TimeReader[] = [
  {
    expression: /(?<![\d.])(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<date>\d{1,2})(?![\d.])/gu,
    read: ({ groups = {} }) => oneDay(dayOf(Number(groups.year), Number(groups.month), Number(groups.date))),
  },
  {
    expression: /(?<![\d./-])(?<year>(?:19|20)\d{2})[-/](?<month>0[1-9]|1[0-2])(?![\d/-])/gu,
    read: ({ groups = {} }) => monthSpan(Number(groups.year), Number(groups.month)),
  },
];

const READERS: readonly TimeReader[] = [...NUMERIC_DATES, ...CHINESE_TIMES, ...ENGLISH_TIMES];

/** What may stand between two times that are the ends of one. */
const RANGE = /^\s*(?:到|至|直到|[-–—~～]|to|until|till|through)\s*$/iu;

/**
 * The times that a Chinese or English text names, as said on `today`, in order; of two that overlap the longer one. Two
 * with 到, 至, `to` or a dash between them are one time. Everything is read as past: a day without a year is the last
 * one that has been.
 */
export function findTimes(text: string, today: Day): readonly NamedTime[] {
  return joinRanges(text, longest(READERS.flatMap((reader) => readWith(reader, text, today))));
}

/**
 * A time that was given as such: a date expression, a day, a month, a year, or two days with `/` between them. Undefined
 * when it is none of these.
 */
export function readTime(text: string, today: Day): DaySpan | undefined {
  const [first, second, more] = text.trim().split(/\s*\/\s*/u);
  if (second !== undefined && more === undefined) {
    const [from, to] = [readTime(first ?? '', today), readTime(second, today)];
    if (from && to) return from.from <= to.to ? { from: from.from, to: to.to } : { from: to.from, to: from.to };
  }
  if (/^\d{4}$/u.test(text.trim())) return yearSpan(Number(text));
  const times = findTimes(withPreposition(text), today);
  const [only] = times;
  return times.length === 1 ? only && { from: only.from, to: only.to } : undefined;
}

/** `March`, `Friday` and 周三 alone are topics in a question, but times where a time is asked for. */
function withPreposition(text: string): string {
  if (/^\s*(?:周|星期|礼拜)[一二三四五六日天]\s*$/u.test(text)) return `${text.trim()}那天`;
  return /^\s*(?:mon|tues|wednes|thurs|fri|satur|sun)day\s*$/iu.test(text)
    ? `on ${text}`
    : /^\s*[a-z]{3,9}\.?\s*$/iu.test(text)
      ? `in ${text.trim()}`
      : text;
}

function readWith({ expression, read }: TimeReader, text: string, today: Day): NamedTime[] {
  return [...text.matchAll(expression)].flatMap((match) => {
    const span = match[0] === '' ? undefined : read(match, today);
    if (!span) return [];
    const { month, year, ago, which } = match.groups ?? {};
    const isYearless =
      month !== undefined && (year ?? ago) === undefined && !/^(?:last|since|back in)$/iu.test(which ?? '');
    return [{ from: span.from, to: span.to, start: match.index, end: match.index + match[0].length, isYearless }];
  });
}

function longest(times: readonly NamedTime[]): NamedTime[] {
  const kept: NamedTime[] = [];
  for (const time of times.toSorted((left, right) => right.end - right.start - (left.end - left.start))) {
    if (!kept.some((other) => other.start < time.end && time.start < other.end)) kept.push(time);
  }
  return kept.sort((left, right) => left.start - right.start);
}

function joinRanges(text: string, times: readonly NamedTime[]): readonly NamedTime[] {
  const joined: NamedTime[] = [];
  for (const time of times) {
    const before = joined.at(-1);
    if (before && RANGE.test(text.slice(before.end, time.start)) && before.from <= time.to) {
      joined[joined.length - 1] = { ...before, to: time.to, end: time.end };
    } else joined.push(time);
  }
  return joined;
}
