import type { Occurrence } from './occurrence.ts';
import { chineseNumber } from './spoken-number.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAME = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const RELATIVE_DAYS: Readonly<Record<string, number>> = {
  大前天: -3,
  前天: -2,
  昨天: -1,
  昨日: -1,
  今天: 0,
  今日: 0,
  明天: 1,
  明日: 1,
  后天: 2,
  大后天: 3,
  'the day before yesterday': -2,
  yesterday: -1,
  today: 0,
  tomorrow: 1,
  'the day after tomorrow': 2,
  'day after tomorrow': 2,
};
const NUMERAL = '[0-9一二三四五六七八九十]{1,3}';
const DAY_MS = 86_400_000;

interface Reader {
  readonly expression: RegExp;
  read(match: RegExpMatchArray, today: string | undefined): string | undefined;
}

const READERS: readonly Reader[] = [
  {
    expression: /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu,
    read: ([, year, month, day]) => dateOf(year, month, day),
  },
  {
    expression: new RegExp(`(?:(\\d{4})\\s*年\\s*)?(${NUMERAL})\\s*月\\s*(${NUMERAL})\\s*[日号]?`, 'gu'),
    read: ([, year, month, day], today) => inYear(year, numeral(month), numeral(day), today),
  },
  {
    expression: new RegExp(`\\b${MONTH_NAME}\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?\\b`, 'giu'),
    read: ([, month, day, year], today) => inYear(year, monthNumber(month), Number(day), today),
  },
  {
    expression: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH_NAME}(?:,?\\s+(\\d{4}))?\\b`, 'giu'),
    read: ([, day, month, year], today) => inYear(year, monthNumber(month), Number(day), today),
  },
  {
    expression: new RegExp(
      Object.keys(RELATIVE_DAYS)
        .sort((left, right) => right.length - left.length)
        .join('|'),
      'giu',
    ),
    read: ([words], today) => today && shift(today, RELATIVE_DAYS[words.toLowerCase()] ?? 0),
  },
  {
    expression: /(下下|下|这|本)?个?(?:周|星期|礼拜)([一二三四五六日天])/gu,
    read: ([, which, day], today) => today && weekdayZh(which, day ?? '', today),
  },
  {
    expression: new RegExp(`\\b(?:(next|this|on)\\s+)?(${WEEKDAYS.join('|')})\\b`, 'giu'),
    read: ([, which, day], today) => today && weekdayEn(which, day ?? '', today),
  },
];

/**
 * The days that a text names, as `YYYY-MM-DD`, in order. Days relative to today, and days without a year (the next one
 * that comes), are read only when `today` is known.
 */
export function findDates(text: string, today?: string): readonly Occurrence<string>[] {
  const found: Occurrence<string>[] = [];
  for (const { expression, read } of READERS) {
    for (const match of text.matchAll(expression)) {
      const start = match.index;
      const end = start + match[0].length;
      const value = read(match, today);
      if (value && !found.some((other) => other.start < end && start < other.end)) found.push({ value, start, end });
    }
  }
  return found.sort((left, right) => left.start - right.start);
}

function numeral(text: string | undefined): number {
  if (text === undefined) return Number.NaN;
  return /^\d+$/u.test(text) ? Number(text) : (chineseNumber(text) ?? Number.NaN);
}

function monthNumber(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
}

/** A day that exists, or undefined. */
function dateOf(
  year: string | number | undefined,
  month: string | number | undefined,
  day: string | number | undefined,
): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  if (!Number.isInteger(y) || y < 1000 || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return undefined;
  return date.toISOString().slice(0, 10);
}

function inYear(year: string | undefined, month: number, day: number, today: string | undefined): string | undefined {
  if (year !== undefined) return dateOf(year, month, day);
  if (today === undefined) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const date = dateOf(thisYear, month, day);
  return date !== undefined && date < today ? dateOf(thisYear + 1, month, day) : date;
}

function shift(today: string, days: number): string | undefined {
  const start = Date.parse(`${today}T00:00:00Z`);
  return Number.isNaN(start) ? undefined : new Date(start + days * DAY_MS).toISOString().slice(0, 10);
}

/** Weeks begin on Monday: 下周三 is the Wednesday of the week after this one. Without 下 or 这 it is the next to come. */
function weekdayZh(which: string | undefined, day: string, today: string): string | undefined {
  const wanted = '一二三四五六日'.indexOf(day === '天' ? '日' : day);
  const present = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const days = wanted - present;
  if (which === '下') return shift(today, days + 7);
  if (which === '下下') return shift(today, days + 14);
  return shift(today, which === undefined && days < 0 ? days + 7 : days);
}

/** The next such day to come; with `next`, that of the week after this one. */
function weekdayEn(which: string | undefined, day: string, today: string): string | undefined {
  const wanted = WEEKDAYS.indexOf(day.toLowerCase());
  if (which?.toLowerCase() === 'next') return weekdayZh('下', '日一二三四五六'.charAt(wanted), today);
  return weekdayZh(undefined, '日一二三四五六'.charAt(wanted), today);
}
