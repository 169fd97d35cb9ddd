import {
  type Day,
  type DaySpan,
  dayOf,
  mondayOf,
  monthSpan,
  oneDay,
  partsOf,
  shiftDays,
  shiftMonths,
  yearSpan,
} from './calendar.ts';
import { latestDay, latestMonth } from './latest.ts';
import type { TimeReader } from './time-expression.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DATE = '(?<date>3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)?';
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const COUNT = `(?<count>\\d{1,3}|an?|a couple of|a few|few|${NUMBERS.join('|')})`;
const UNIT = '(?<unit>day|week|month|year)s?';

/** How English names times that are past. */
export const ENGLISH_TIMES: readonly TimeReader[] = [
  {
    expression: new RegExp(`\\b${MONTH}\\s+(?:the\\s+)?${DATE}(?:,?\\s+(?<year>\\d{4}))?\\b`, 'giu'),
    read: ({ groups = {} }, today) => dated(groups, today),
  },
  {
    expression: new RegExp(`\\b${DATE}\\s+(?:of\\s+)?${MONTH}(?:,?\\s+(?<year>\\d{4}))?\\b`, 'giu'),
    read: ({ groups = {} }, today) => dated(groups, today),
  },
  {
    expression: new RegExp(`\\b${MONTH},?\\s+(?:of\\s+)?(?<year>\\d{4})\\b`, 'giu'),
    read: ({ groups = {} }) => monthSpan(Number(groups.year), monthOf(groups.month)),
  },
  {
    expression: new RegExp(
      `\\b(?<which>last|this|in|during|since|early|late|mid|back in|beginning of|end of)[\\s-]+${MONTH}(?![\\p{L}\\p{N}])(?!\\s+(?:i|you|we)\\b)`,
      'giu',
    ),
    read: ({ groups = {} }, today) => monthNamed((groups.which ?? '').toLowerCase(), monthOf(groups.month), today),
  },
  { expression: /\b(?:the\s+)?day before yesterday\b/giu, read: (_, today) => oneDay(shiftDays(today, -2)) },
  { expression: /\b(?:yesterday|last night)\b/giu, read: (_, today) => oneDay(shiftDays(today, -1)) },
  { expression: /\b(?:today|tonight|this (?:morning|afternoon|evening))\b/giu, read: (_, today) => oneDay(today) },
  {
    expression: /\bhalf a (?<unit>month|year) (?:ago|earlier|back|before)\b/giu,
    read: ({ groups = {} }, today) => halfAgo((groups.unit ?? '').toLowerCase(), today),
  },
  {
    expression:
      /\b(?:(?<which>last|this) (?<season>spring|summer|autumn|fall|winter)|(?<of>spring|summer|autumn|fall|winter),? (?:of |in )?(?<year>(?:19|20)\d{2}))\b/giu,
    read: ({ groups = {} }, today) => seasonNamed(groups, today),
  },
  {
    expression:
      /\b(?<part>early|late|(?:the )?(?:beginning|start|end) of) (?<which>last|this) (?<unit>month|year)\b/giu,
    read: ({ groups = {} }, today) => partNamed(groups, today),
  },
  {
    expression: new RegExp(`\\b(?<day>${WEEKDAYS.join('|')})\\s+(?:of\\s+)?(?<which>last|this)\\s+week\\b`, 'giu'),
    read: ({ groups = {} }, today) => {
      const monday = unitNamed((groups.which ?? '').toLowerCase(), 'week', today)?.from;
      return oneDay(monday && shiftDays(monday, WEEKDAYS.indexOf((groups.day ?? '').toLowerCase())));
    },
  },
  {
    expression: new RegExp(
      `\\bon the ${DATE.replace(')?', ')')}(?! (?:of|floor|street|avenue|day|page|place|try))\\b`,
      'giu',
    ),
    read: ({ groups = {} }, today) => latestDate(Number(groups.date), today),
  },
  {
    expression: new RegExp(`\\b(?<!half )${COUNT}\\s+${UNIT}\\s+(?:ago|earlier|back|before)\\b`, 'giu'),
    read: ({ groups = {} }, today) => ago(groups.count ?? '', (groups.unit ?? '').toLowerCase(), today),
  },
  {
    expression: new RegExp(
      `\\b(?:in\\s+|over\\s+|during\\s+)?(?:the\\s+)?(?:last|past)\\s+${COUNT}\\s+${UNIT}\\b`,
      'giu',
    ),
    read: ({ groups = {} }, today) => within(groups.count ?? '', (groups.unit ?? '').toLowerCase(), today),
  },
  {
    expression: /\b(?<which>last|this|past|previous)\s+(?<unit>weekend|week|month|year)\b/giu,
    read: ({ groups = {} }, today) =>
      unitNamed((groups.which ?? '').toLowerCase(), (groups.unit ?? '').toLowerCase(), today),
  },
  {
    expression: new RegExp(`\\b(?<which>last|this past|this|on)\\s+(?<day>${WEEKDAYS.join('|')})\\b`, 'giu'),
    read: ({ groups = {} }, today) =>
      weekday((groups.which ?? '').toLowerCase(), (groups.day ?? '').toLowerCase(), today),
  },
  {
    expression: /\b(?:in|during|since|back in)\s+(?<year>(?:19|20)\d{2})\b/giu,
    read: ({ groups = {} }) => yearSpan(Number(groups.year)),
  },
];

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
}

function dated(groups: Readonly<Record<string, string | undefined>>, today: Day): DaySpan | undefined {
  const [month, date] = [monthOf(groups.month), Number(groups.date)];
  if (groups.year === undefined) return latestDay(month, date, today);
  return oneDay(dayOf(Number(groups.year), month, date));
}

function monthNamed(which: string, month: number, today: Day): DaySpan | undefined {
  const { year, month: present } = partsOf(today);
  const span = which === 'last' && month === present ? monthSpan(year - 1, month) : latestMonth(month, today);
  if (span === undefined) return undefined;
  const day = (date: number) => `${span.from.slice(0, 8)}${date}`;
  switch (which) {
    case 'since':
      return { from: span.from, to: today };
    case 'early':
    case 'beginning of':
      return { from: span.from, to: day(10) };
    case 'mid':
      return { from: day(11), to: day(20) };
    case 'late':
    case 'end of':
      return { from: day(21), to: span.to };
    default:
      return span;
  }
}

function countOf(count: string): number {
  const word = count.toLowerCase();
  if (/^\d+$/u.test(word)) return Number(word);
  if (word === 'a' || word === 'an') return 1;
  if (word === 'a couple of') return 2;
  if (word === 'a few' || word === 'few') return 3;
  return NUMBERS.indexOf(word);
}

/** The further away, the less exactly people mean it. */
function ago(count: string, unit: string, today: Day): DaySpan | undefined {
  const number = countOf(count);
  const isVague = /few|couple/iu.test(count);
  const around = (middle: Day, slack: number) => ({ from: shiftDays(middle, -slack), to: shiftDays(middle, slack) });
  switch (unit) {
    case 'day':
      return isVague ? { from: shiftDays(today, -10), to: shiftDays(today, -1) } : oneDay(shiftDays(today, -number));
    case 'week':
      return around(shiftDays(today, -7 * number), isVague ? 10 : 3);
    case 'month':
      return around(shiftMonths(today, -number), isVague ? 45 : 7);
    default:
      return around(shiftMonths(today, -12 * number), isVague ? 365 : 60);
  }
}

function halfAgo(unit: string, today: Day): DaySpan {
  const middle = unit === 'year' ? shiftMonths(today, -6) : shiftDays(today, -15);
  const slack = unit === 'year' ? 30 : 7;
  return { from: shiftDays(middle, -slack), to: shiftDays(middle, slack) };
}

/** A winter belongs to the year in which it begins. Without a year: the last one that has begun, `last` not the present one. */
function seasonNamed(groups: Readonly<Record<string, string | undefined>>, today: Day): DaySpan | undefined {
  const name = (groups.season ?? groups.of ?? '').toLowerCase();
  const first = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 }[name];
  const inYear = (year: number): DaySpan | undefined => {
    const from = first === undefined ? undefined : dayOf(year, first, 1);
    return from === undefined ? undefined : { from, to: shiftDays(shiftMonths(from, 3), -1) };
  };
  if (groups.year !== undefined) return inYear(Number(groups.year));
  const { year } = partsOf(today);
  const isLast = (groups.which ?? '').toLowerCase() === 'last';
  return [year, year - 1, year - 2]
    .map(inYear)
    .find((span) => span !== undefined && (isLast ? span.to < today : span.from <= today));
}

function partNamed(groups: Readonly<Record<string, string | undefined>>, today: Day): DaySpan | undefined {
  const unit = (groups.unit ?? '').toLowerCase();
  const whole = unitNamed((groups.which ?? '').toLowerCase(), unit, today);
  if (!whole) return undefined;
  const isEarly = /early|beginning|start/iu.test(groups.part ?? '');
  if (unit === 'year')
    return isEarly
      ? { from: whole.from, to: shiftDays(shiftMonths(whole.from, 3), -1) }
      : { from: shiftMonths(whole.from, 9), to: whole.to };
  return isEarly
    ? { from: whole.from, to: shiftDays(whole.from, 9) }
    : { from: shiftDays(whole.from, 20), to: whole.to };
}

/** The last such day of a month that has been. */
function latestDate(date: number, today: Day): DaySpan | undefined {
  for (const back of [0, 1, 2]) {
    const { year, month } = partsOf(shiftMonths(`${today.slice(0, 8)}01`, -back));
    const day = dayOf(year, month, date);
    if (day !== undefined && day <= today) return oneDay(day);
  }
  return undefined;
}

function within(count: string, unit: string, today: Day): DaySpan | undefined {
  const number = countOf(count);
  if (unit === 'day') return { from: shiftDays(today, -number), to: today };
  if (unit === 'week') return { from: shiftDays(today, -7 * number), to: today };
  return { from: shiftMonths(today, -number * (unit === 'year' ? 12 : 1)), to: today };
}

function unitNamed(which: string, unit: string, today: Day): DaySpan | undefined {
  const back = which === 'this' ? 0 : 1;
  const { year } = partsOf(today);
  if (unit === 'year') return yearSpan(year - back);
  if (unit === 'month') {
    const there = partsOf(shiftMonths(`${today.slice(0, 8)}01`, -back));
    return monthSpan(there.year, there.month);
  }
  const monday = shiftDays(mondayOf(today), -7 * back);
  return { from: unit === 'weekend' ? shiftDays(monday, 5) : monday, to: shiftDays(monday, 6) };
}

/**
 * `this` is of this week; else the last one that has been, and never today. `last Friday` on a Saturday is the day before
 * to some and a week earlier to others: both lie in it.
 */
function weekday(which: string, day: string, today: Day): DaySpan | undefined {
  const there = shiftDays(mondayOf(today), WEEKDAYS.indexOf(day));
  if (which === 'this') return oneDay(there);
  if (which === 'last' && there < today) return { from: shiftDays(there, -7), to: there };
  return oneDay(there < today ? there : shiftDays(there, -7));
}
