import { findDates } from './find-date.ts';
import type { Occurrence } from './occurrence.ts';
import { chineseNumber } from './spoken-number.ts';

const HOUR_ZH = '\\d{1,2}|[一二两三四五六七八九十]{1,3}';
const HOURS_EN = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** Right behind a day: 下午三点半, 的 15:30, at 3 pm. */
const BEHIND: readonly RegExp[] = [
  new RegExp(
    `^\\s*的?\\s*(?<part>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚)?\\s*(?<hour>${HOUR_ZH})\\s*[点點时](?:\\s*(?<minute>半|一刻|三刻|\\d{1,2}|[一二三四五六七八九十]{1,3})\\s*分?)?`,
    'u',
  ),
  /^\s*的?\s*(?<part>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚)?\s*(?<hour>\d{1,2})[:：](?<minute>\d{2})(?!\d)(?!\s*[ap]\.?m)/iu,
  new RegExp(
    `^,?\\s*(?:at\\s+)?(?<hour>\\d{1,2}|${HOURS_EN.join('|')})(?:[:.](?<minute>\\d{2}))?\\s*(?<part>a\\.?m|p\\.?m)\\b\\.?`,
    'iu',
  ),
  /^,?\s*at\s+(?<hour>\d{1,2})[:.](?<minute>\d{2})(?!\d)/iu,
];
/** Right before one: at 3 pm on Friday. */
const BEFORE = new RegExp(
  `\\b(?:at\\s+)?(?<hour>\\d{1,2}|${HOURS_EN.join('|')})(?:[:.](?<minute>\\d{2}))?\\s*(?<part>a\\.?m|p\\.?m)\\.?,?\\s+(?:on\\s+)?$`,
  'iu',
);

const WRITTEN = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})/giu;

/**
 * The moments that a text names, a day with a time of day, as ISO 8601 in UTC; one that is written so stays as it is. A time
 * that may be morning or evening (三点, at three), or of this night or the next (晚上两点), is none: the customer says which.
 * `timeZone` is that of the business.
 */
export function findMoments(
  text: string,
  today: string | undefined,
  timeZone: string | undefined,
): readonly Occurrence<string>[] {
  const written = [...text.matchAll(WRITTEN)].map(({ 0: value, index }) => ({
    value,
    start: index,
    end: index + value.length,
  }));
  if (written.length > 0 || timeZone === undefined) return written;
  return findDates(text, today).flatMap(({ value: date, start, end }) => {
    const behind = BEHIND.map((pattern) => pattern.exec(text.slice(end))).find((match) => match !== null);
    const before = behind ? undefined : BEFORE.exec(text.slice(0, start));
    const match = behind ?? before;
    const time = match && timeOf(match.groups ?? {});
    const value = time && instantOf(date, time, timeZone);
    if (!match || !value) return [];
    return [{ value, start: behind ? start : start - match[0].length, end: behind ? end + match[0].length : end }];
  });
}

interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

const MINUTES: Readonly<Record<string, number>> = { 半: 30, 一刻: 15, 三刻: 45 };

function timeOf({ part, hour: said = '', minute: after }: Record<string, string | undefined>): TimeOfDay | undefined {
  const minute = after === undefined ? 0 : (MINUTES[after] ?? numberOf(after));
  const hour = hourOf(numberOf(said), part?.toLowerCase().replaceAll('.', ''), /^\d/.test(said) && after !== undefined);
  return hour === undefined || hour > 23 || !(minute < 60) ? undefined : { hour, minute };
}

/** An evening begins at this hour; before it 晚上 is the night. */
const EVENING = 4;

/** Undefined where it may be morning or evening, or is no hour. */
function hourOf(hour: number, part: string | undefined, isWrittenOut: boolean): number | undefined {
  switch (part) {
    case 'am':
    case 'pm':
      return hour < 1 || hour > 12 ? undefined : (hour % 12) + (part === 'pm' ? 12 : 0);
    case '中午':
      return hour >= 11 && hour <= 12 ? hour : hour <= 2 ? hour + 12 : undefined;
    case '下午':
      return hour >= 12 ? hour : hour + 12;
    case '傍晚':
    case '晚上':
    case '晚':
      return hour > 12 ? hour : hour < EVENING || hour === 12 ? undefined : hour + 12;
    case '上午':
      return hour <= 12 ? hour : undefined;
    case undefined:
      return hour > 12 || isWrittenOut ? hour : undefined;
    default:
      return hour < 12 ? hour : undefined;
  }
}

function numberOf(text: string): number {
  const word = HOURS_EN.indexOf(text.toLowerCase());
  return word >= 0 ? word + 1 : /^\d+$/.test(text) ? Number(text) : (chineseNumber(text) ?? Number.NaN);
}

/** Undefined for a zone that does not exist. */
function instantOf(date: string, { hour, minute }: TimeOfDay, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + (hour * 60 + minute) * 60_000;
  try {
    // Twice: the zone's offset may change between the two.
    const near = asUtc - offsetMs(asUtc, timeZone);
    return new Date(asUtc - offsetMs(near, timeZone)).toISOString();
  } catch {
    return undefined;
  }
}

function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'));
  return local - Math.floor(at / 1000) * 1000;
}
