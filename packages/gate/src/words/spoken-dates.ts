import type { Span } from './find-value.ts';

/** A date that a text names, and where. */
export interface SpokenDate extends Span {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** It names no year: `date` is the nearest such day. */
  readonly isOfAnyYear?: boolean;
}

/**
 * The dates that a folded text names in Chinese or English: written out (2026-03-05, 3月5日, March 5th), relative to a day
 * (明天, 下周五, in 3 days, next Friday). `today` is that day where the business is.
 *
 * A date without a year is the nearest one. Weeks begin on Monday; a weekday alone is the next one from today on.
 */
export function spokenDatesIn(text: string, today: string): readonly SpokenDate[] {
  const found: SpokenDate[] = [];
  for (const { pattern, read } of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((earlier) => earlier.start < end && start < earlier.end)) continue;
      const groups = match.groups ?? {};
      const date = read(groups, today);
      const isOfAnyYear = groups.month !== undefined && groups.year === undefined && groups.which === undefined;
      if (date !== undefined) found.push({ date, start, end, ...(isOfAnyYear ? { isOfAnyYear } : {}) });
    }
  }
  return found.sort((left, right) => left.start - right.start);
}

/** True when a date that a text names is this one: without a year said, also that of the year before or after. */
export function namesDate({ date, isOfAnyYear }: SpokenDate, wanted: string, today: string): boolean {
  if (date === wanted) return true;
  const years = Number(wanted.slice(0, 4)) - Number(today.slice(0, 4));
  return isOfAnyYear === true && date.slice(4) === wanted.slice(4) && Math.abs(years) <= 1;
}

/** The date that a text is as a whole, or undefined. */
export function dateOfText(text: string, today: string): string | undefined {
  const [only] = spokenDatesIn(text, today);
  return only && only.start === 0 && only.end === text.length ? only.date : undefined;
}

interface DateForm {
  readonly pattern: RegExp;
  readonly read: (groups: Readonly<Record<string, string | undefined>>, today: string) => string | undefined;
}

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const MONTH = `(?<month>${MONTHS})(?:[a-z]*)\\.?`;
const WEEKDAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const NUMERALS = '一二三四五六七';

const COUNT_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const YEARS: Readonly<Record<string, number | undefined>> = { 去年: -1, 今年: 0, 明年: 1, 后年: 2 };

/** The longer ones first: what one form has read is no part of another. */
const FORMS: readonly DateForm[] = [
  {
    pattern:
      /(?<![\d.])(?<year>\d{4})\s*[-/.年]\s*(?<month>\d{1,2})\s*[-/.月]\s*(?<day>\d{1,2})(?:\s*[日号])?(?![\d.])/g,
    read: ({ year, month, day }) => dateOf(Number(year), Number(month), Number(day)),
  },
  {
    pattern: new RegExp(`\\b${MONTH}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?:\\s*,?\\s+(?<year>\\d{4}))?\\b`, 'g'),
    read: readNamedMonth,
  },
  {
    pattern: new RegExp(
      `\\b(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}(?:\\s*,?\\s+(?<year>\\d{4}))?\\b`,
      'g',
    ),
    read: readNamedMonth,
  },
  {
    pattern: /(?<which>明年|后年|今年|去年)\s*(?<month>\d{1,2})\s*月\s*(?<day>\d{1,2})(?:\s*[日号])?(?!\d)/g,
    read: ({ which, month, day }, today) =>
      dateOf(Number(today.slice(0, 4)) + (YEARS[which ?? ''] ?? 0), Number(month), Number(day)),
  },
  {
    pattern: /(?<which>下个?月|这个?月|本月|上个?月)\s*(?<day>\d{1,2})\s*[日号](?!\d)/g,
    read: ({ which, day }, today) =>
      inMonth(which?.startsWith('下') ? 1 : which?.startsWith('上') ? -1 : 0, Number(day), today),
  },
  {
    pattern: /(?<!\d)(?<month>\d{1,2})\s*月\s*(?<day>\d{1,2})(?:\s*[日号])?(?!\d)/g,
    read: ({ month, day }, today) => nearest(Number(month), Number(day), today),
  },
  {
    pattern: /(?<way>这|本|下下|下|上)(?:个)?(?:周|星期|礼拜)(?<weekday>[一二三四五六日天1-7])/g,
    read: ({ way, weekday }, today) => inWeek(WEEKS[way ?? ''] ?? 0, weekdayOf(weekday ?? ''), today),
  },
  {
    pattern: new RegExp(`\\b(?<way>this|next|last)\\s+(?<weekday>${WEEKDAY_NAMES.join('|')})\\b`, 'g'),
    read: ({ way, weekday }, today) => inWeek(WEEKS[way ?? ''] ?? 0, WEEKDAY_NAMES.indexOf(weekday ?? ''), today),
  },
  {
    pattern: /(?<count>\d{1,3})\s*天(?:之|以)?(?<way>后|前)/g,
    read: ({ count, way }, today) => daysFrom(today, way === '后' ? Number(count) : -Number(count)),
  },
  {
    pattern: /(?<count>\d{1,2})\s*(?:个)?(?:周|星期|礼拜)(?:之|以)?(?<way>后|前)/g,
    read: ({ count, way }, today) => daysFrom(today, 7 * (way === '后' ? Number(count) : -Number(count))),
  },
  {
    pattern: new RegExp(`\\bin\\s+(?<count>\\d{1,3}|an?|${COUNT_WORDS.join('|')})\\s+(?<unit>day|week)s?\\b`, 'g'),
    read: ({ count, unit }, today) => daysFrom(today, countOf(count ?? '') * (unit === 'week' ? 7 : 1)),
  },
  { pattern: /\b(?<count>\d{1,3})\s+days?\s+ago\b/g, read: ({ count }, today) => daysFrom(today, -Number(count)) },
  ...Object.entries({
    大后天: 3,
    大前天: -3,
    后天: 2,
    前天: -2,
    '今天|今日|今[晚早]': 0,
    '明天|明日|明[晚早]': 1,
    '昨天|昨日': -1,
    '\\b(?:the\\s+)?day\\s+after\\s+tomorrow\\b': 2,
    '\\b(?:the\\s+)?day\\s+before\\s+yesterday\\b': -2,
    '\\btoday\\b|\\btonight\\b': 0,
    '\\btomorrow\\b': 1,
    '\\byesterday\\b': -1,
  }).map(
    ([source, days]): DateForm => ({ pattern: new RegExp(source, 'g'), read: (_, today) => daysFrom(today, days) }),
  ),
  {
    pattern: /(?:周|星期|礼拜)(?<weekday>[一二三四五六日天1-7])/g,
    read: ({ weekday }, today) => nextWeekday(weekdayOf(weekday ?? ''), today),
  },
  {
    pattern: new RegExp(`\\b(?<weekday>${WEEKDAY_NAMES.join('|')})\\b`, 'g'),
    read: ({ weekday }, today) => nextWeekday(WEEKDAY_NAMES.indexOf(weekday ?? ''), today),
  },
];

const WEEKS: Readonly<Record<string, number | undefined>> = {
  这: 0,
  本: 0,
  下: 1,
  下下: 2,
  上: -1,
  this: 0,
  next: 1,
  last: -1,
};

function readNamedMonth(
  { year, month, day }: Readonly<Record<string, string | undefined>>,
  today: string,
): string | undefined {
  const number = MONTHS.split('|').indexOf(month ?? '') + 1;
  return year === undefined ? nearest(number, Number(day), today) : dateOf(Number(year), number, Number(day));
}

/** 0 is Monday. */
function weekdayOf(text: string): number {
  if (text === '日' || text === '天') return 6;
  const numeral = NUMERALS.indexOf(text);
  return numeral >= 0 ? numeral : Number(text) - 1;
}

const DAY_MS = 86_400_000;

/** Undefined for a day that no calendar has, such as 30 February. */
function dateOf(year: number, month: number, day: number): string | undefined {
  const moment = new Date(Date.UTC(year, month - 1, day));
  const isReal = moment.getUTCFullYear() === year && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  return isReal ? moment.toISOString().slice(0, 10) : undefined;
}

function nearest(month: number, day: number, today: string): string | undefined {
  const year = Number(today.slice(0, 4));
  const dates = [year - 1, year, year + 1].flatMap((each) => dateOf(each, month, day) ?? []);
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(today));
  return dates.sort((left, right) => distance(left) - distance(right))[0];
}

/** `a` is one. */
function countOf(text: string): number {
  const word = COUNT_WORDS.indexOf(text);
  return word >= 0 ? word + 1 : /^an?$/.test(text) ? 1 : Number(text);
}

function inMonth(months: number, day: number, today: string): string | undefined {
  const first = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + months, 1));
  return dateOf(first.getUTCFullYear(), first.getUTCMonth() + 1, day);
}

function daysFrom(today: string, days: number): string {
  return new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
}

function weekdayToday(today: string): number {
  return (new Date(Date.parse(today)).getUTCDay() + 6) % 7;
}

function inWeek(weeks: number, weekday: number, today: string): string {
  return daysFrom(today, weeks * 7 + weekday - weekdayToday(today));
}

function nextWeekday(weekday: number, today: string): string {
  return daysFrom(today, (weekday - weekdayToday(today) + 7) % 7);
}
