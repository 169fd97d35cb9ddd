import {
  type Day,
  type DaySpan,
  dayOf,
  lastDayOf,
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

const NUMBER = '(?:\\d{1,3}|[一二两三四五六七八九十]{1,3})';
const MONTH = '(?:1[0-2]|0?[1-9]|十[一二]|[一二三四五六七八九十])';
const DATE = '(?:3[01]|[12]\\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])';
const YEAR =
  '(?:(?<year>\\d{4}|[一二][〇零一二三四五六七八九]{3})\\s*年\\s*|(?<![以之从目眼提])(?<ago>去年|前年|大前年|今年|本年)(?![轻龄纪级度])的?\\s*)';
const DAYS_BACK: Readonly<Record<string, number>> = { 大前: 3, 前: 2, 昨: 1, 今: 0 };
const YEARS_BACK: Readonly<Record<string, number>> = { 大前年: 3, 前年: 2, 去年: 1, 今年: 0, 本年: 0 };
const SEASONS: Readonly<Record<string, number>> = { 春: 3, 夏: 6, 秋: 9, 冬: 12 };

/** How Chinese names times that are past. Bare weekdays and holidays are topics, not times, and are not read. */
export const CHINESE_TIMES: readonly TimeReader[] = [
  {
    expression: new RegExp(
      `${YEAR}?(?<![\\d.])(?<month>${MONTH})\\s*月\\s*(?<date>${DATE})\\s*[日号](?:\\s*[到至~～-]\\s*(?<until>${DATE})\\s*[日号])?`,
      'gu',
    ),
    read: ({ groups = {} }, today) => {
      const [month, date] = [numberOf(groups.month), numberOf(groups.date)];
      const year = yearOf(groups, today);
      const first = year === undefined ? latestDay(month, date, today) : oneDay(dayOf(year, month, date));
      const last =
        first && groups.until !== undefined && dayOf(partsOf(first.from).year, month, numberOf(groups.until));
      return first && last && last > first.from ? { from: first.from, to: last } : first;
    },
  },
  {
    expression: new RegExp(
      `${YEAR}?(?<![\\d.])(?<month>${MONTH})\\s*月份?的?(?<part>上旬|中旬|下旬|初|底|末)?(?!\\s*(?:饼|亮|经|光|薪|租|票|卡|天))`,
      'gu',
    ),
    read: ({ groups = {} }, today) => {
      const month = numberOf(groups.month);
      const year = yearOf(groups, today);
      return partOf(year === undefined ? latestMonth(month, today) : monthSpan(year, month), groups.part);
    },
  },
  {
    expression: new RegExp(`${YEAR}(?<season>[春夏秋冬])(?:[天季]|(?![节运分游装卷]))`, 'gu'),
    read: ({ groups = {} }, today) => {
      const [year, first] = [yearOf(groups, today), SEASONS[groups.season ?? '']];
      const from = year === undefined || first === undefined ? undefined : dayOf(year, first, 1);
      return from === undefined ? undefined : { from, to: shiftDays(shiftMonths(from, 3), -1) };
    },
  },
  {
    expression: new RegExp(`${YEAR}(?<part>年?初|年?底|年?末|上半年|下半年|第?[一二三四1-4]季度)?`, 'gu'),
    read: ({ groups = {} }, today) => {
      const year = yearOf(groups, today);
      return year === undefined ? undefined : partOfYear(year, groups.part);
    },
  },
  {
    // Of this year, or of the last one where that part of this year is still to come.
    expression: /(?<![\d〇零一二三四五六七八九去前今本每过往跨提]|[每往][到逢])(?<part>年初|年底|年末)(?!奖)/gu,
    read: ({ groups = {} }, today) => {
      const { year } = partsOf(today);
      const span = partOfYear(year, groups.part);
      return span && span.from > today ? partOfYear(year - 1, groups.part) : span;
    },
  },
  {
    expression: /(?<![\d一二三四五六七八九十个上这本每])月(?<part>初|底|末)/gu,
    read: ({ groups = {} }, today) => {
      const span = monthPart(today, 0, groups.part);
      return span && span.from > today ? monthPart(today, 1, groups.part) : span;
    },
  },
  {
    expression: /(?<![以之从目眼提年月周])(?<back>大前|前|昨|今)(?:天|日(?!头条)|晚|早|夜|儿)/gu,
    read: ({ groups = {} }, today) => oneDay(shiftDays(today, -(DAYS_BACK[groups.back ?? ''] ?? 0))),
  },
  {
    expression: new RegExp(`(?<count>${NUMBER}|几|半)\\s*个?多?(?<unit>天|周|星期|礼拜|月|年)多?(?:之|以)?前`, 'gu'),
    read: ({ groups = {} }, today) => ago(groups.count ?? '', groups.unit ?? '', today),
  },
  {
    expression: new RegExp(
      `(?:最近|过去|近|这|前)(?<count>${NUMBER}|几)\\s*个?(?<unit>天|日|周|星期|礼拜|月|年)(?!前)`,
      'gu',
    ),
    read: ({ groups = {} }, today) => within(groups.count ?? '', groups.unit ?? '', today),
  },
  {
    expression:
      /(?<![早晚马身路爱欢迷])(?<which>上上|上一?|这一?|本)个?(?:周|星期|礼拜)(?![围杰])(?<day>[一二三四五六日天末])?/gu,
    read: ({ groups = {} }, today) => weekOf(groups.which ?? '', groups.day, today),
  },
  {
    // A weekday alone is a topic; with a time of day it is the last one that has been.
    expression:
      /(?<![每逢上下这本个到])(?:周|星期|礼拜)(?<day>[一二三四五六日天])(?:的?(?:早上|上午|中午|下午|傍晚|晚上)|那天|当天|的时候)/gu,
    read: ({ groups = {} }, today) => {
      const here = weekOf('这', groups.day, today);
      return here.from > today ? weekOf('上', groups.day, today) : here;
    },
  },
  {
    expression: new RegExp(
      `(?<![早晚马身路爱欢迷])(?<which>上上|上一?|这一?|本)个?月(?!亮)的?(?:(?<date>${DATE})\\s*[日号]|(?<part>上旬|中旬|下旬|初|底|末))?`,
      'gu',
    ),
    read: ({ groups = {} }, today) => {
      const monthsBack = back(groups.which ?? '');
      if (groups.date === undefined) return monthPart(today, monthsBack, groups.part);
      const { year, month } = partsOf(shiftMonths(`${today.slice(0, 8)}01`, -monthsBack));
      return oneDay(dayOf(year, month, numberOf(groups.date)));
    },
  },
  {
    expression: new RegExp(`(?<![\\d月])(?<date>${DATE})\\s*[日号](?=那天|这天|当天|的时候|那一天)`, 'gu'),
    read: ({ groups = {} }, today) => {
      const date = numberOf(groups.date);
      const here = oneDay(dayOf(partsOf(today).year, partsOf(today).month, date));
      if (here && here.from <= today) return here;
      const before = partsOf(shiftMonths(`${today.slice(0, 8)}01`, -1));
      return oneDay(dayOf(before.year, before.month, date));
    },
  },
];

function yearOf(groups: Readonly<Record<string, string | undefined>>, today: Day): number | undefined {
  if (groups.ago !== undefined) return partsOf(today).year - (YEARS_BACK[groups.ago] ?? 0);
  if (groups.year === undefined) return undefined;
  return Number([...groups.year].map((digit) => digitOf(digit)).join(''));
}

function digitOf(character: string): string {
  const value = '零一二三四五六七八九'.indexOf(character === '〇' ? '零' : character);
  return value < 0 ? character : String(value);
}

/** 十五, 二十, 三十一, 15; NaN for anything else. */
function numberOf(text: string | undefined): number {
  if (text === undefined) return Number.NaN;
  if (/^\d+$/u.test(text)) return Number(text);
  const match = /^([一二两三四五六七八九])?(十)?([一二两三四五六七八九])?$/u.exec(text);
  if (!match) return Number.NaN;
  const [, tens, ten, ones] = match;
  const value = (digit: string | undefined) => (digit === '两' ? 2 : '零一二三四五六七八九'.indexOf(digit ?? '零'));
  if (ten === undefined) return tens !== undefined && ones !== undefined ? Number.NaN : value(tens ?? ones);
  return (tens === undefined ? 1 : value(tens)) * 10 + value(ones);
}

function ago(count: string, unit: string, today: Day): DaySpan | undefined {
  if (count === '几')
    return unit === '天' || unit === '日' ? { from: shiftDays(today, -9), to: shiftDays(today, -2) } : undefined;
  const number = count === '半' ? 0.5 : numberOf(count);
  switch (unit) {
    case '天':
    case '日':
      return count === '半' ? undefined : oneDay(shiftDays(today, -number));
    case '月': {
      const middle = count === '半' ? shiftDays(today, -15) : shiftMonths(today, -number);
      return { from: shiftDays(middle, -7), to: shiftDays(middle, 7) };
    }
    case '年': {
      const middle = shiftMonths(today, -Math.round(number * 12));
      const slack = count === '半' ? 30 : 60;
      return { from: shiftDays(middle, -slack), to: shiftDays(middle, slack) };
    }
    default: {
      const middle = shiftDays(today, -Math.round(number * 7));
      return { from: shiftDays(middle, -3), to: shiftDays(middle, 3) };
    }
  }
}

function within(count: string, unit: string, today: Day): DaySpan | undefined {
  const isDays = unit === '天' || unit === '日';
  if (count === '几') return isDays ? { from: shiftDays(today, -7), to: today } : undefined;
  const number = numberOf(count);
  if (isDays) return { from: shiftDays(today, -number), to: today };
  if (unit === '月') return { from: shiftMonths(today, -number), to: today };
  if (unit === '年') return { from: shiftMonths(today, -12 * number), to: today };
  return { from: shiftDays(today, -7 * number), to: today };
}

function back(which: string): number {
  return which === '上上' ? 2 : which.startsWith('上') ? 1 : 0;
}

function monthPart(today: Day, monthsBack: number, part: string | undefined): DaySpan | undefined {
  const { year, month } = partsOf(shiftMonths(`${today.slice(0, 8)}01`, -monthsBack));
  return partOf(monthSpan(year, month), part);
}

function weekOf(which: string, day: string | undefined, today: Day): DaySpan {
  const monday = shiftDays(mondayOf(today), -7 * back(which));
  if (day === undefined) return { from: monday, to: shiftDays(monday, 6) };
  if (day === '末') return { from: shiftDays(monday, 5), to: shiftDays(monday, 6) };
  const there = shiftDays(monday, '一二三四五六日'.indexOf(day === '天' ? '日' : day));
  return { from: there, to: there };
}

function partOf(month: DaySpan | undefined, part: string | undefined): DaySpan | undefined {
  if (month === undefined || part === undefined) return month;
  const { year, month: number } = partsOf(month.from);
  const day = (date: number) => dayOf(year, number, date) ?? month.to;
  switch (part) {
    case '上旬':
    case '初':
      return { from: month.from, to: day(10) };
    case '中旬':
      return { from: day(11), to: day(20) };
    default:
      return { from: day(Math.min(21, lastDayOf(year, number))), to: month.to };
  }
}

function partOfYear(year: number, part: string | undefined): DaySpan | undefined {
  const whole = yearSpan(year);
  if (whole === undefined || part === undefined) return whole;
  const month = (from: number, to: number) => {
    const [first, last] = [monthSpan(year, from), monthSpan(year, to)];
    return first && last && { from: first.from, to: last.to };
  };
  if (part === '上半年') return month(1, 6);
  if (part === '下半年') return month(7, 12);
  if (part.endsWith('季度')) {
    const quarter = numberOf(part.replace('第', '').slice(0, 1));
    return month(3 * quarter - 2, 3 * quarter);
  }
  return part.endsWith('初') ? month(1, 3) : month(10, 12);
}
