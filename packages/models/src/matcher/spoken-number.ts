import { isWordCharacter } from './fold.ts';
import type { Occurrence } from './occurrence.ts';

const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  幺: 1,
};
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
const MEASURES = '个本张件位人名间次天日周小时分钟份套台辆杯瓶块元页册晚年月条只双箱盒包支座层排场股组行株头匹袋颗';
/** Where a single numeral is part of a word and counts nothing. */
const NOT_A_COUNT = /[第周期拜统万唯]$/u;

const ENGLISH: Readonly<Record<string, number>> = Object.fromEntries([
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, (index + 2) * 10]),
]);

/** Chinese digits said one by one (`二八九零`) as Arabic digits; everything else stays. The length does not change. */
export function digitsSpoken(text: string): string {
  return text.replaceAll(/[零〇一二三四五六七八九幺]{2,}/gu, (run) => [...run].map((digit) => DIGITS[digit]).join(''));
}

/** The value of a Chinese numeral such as 二百三十五, 十二 or 两万, or undefined when it is none. */
export function chineseNumber(text: string): number | undefined {
  if (!/^[零〇一二两三四五六七八九十百千万]+$/u.test(text)) return undefined;
  if (!/[十百千万]/u.test(text))
    return text.length === 1 ? DIGITS[text] : Number(digitsSpoken(text.replaceAll('两', '二')));
  const [high, low, ...more] = text.split('万');
  if (more.length > 0) return undefined;
  if (low === undefined) return belowTenThousand(text);
  const thousands = belowTenThousand(high ?? '');
  const rest = low === '' ? 0 : belowTenThousand(low);
  return thousands === undefined || rest === undefined ? undefined : thousands * 10_000 + rest;
}

function belowTenThousand(text: string): number | undefined {
  let total = 0;
  let digit: number | undefined;
  let unit = 10_000;
  for (const character of text) {
    const next = UNITS[character];
    if (next === undefined) {
      if (digit !== undefined && digit !== 0) return undefined;
      digit = DIGITS[character];
    } else {
      if (next >= unit) return undefined;
      total += (digit ?? 1) * next;
      digit = undefined;
      unit = next;
    }
  }
  return total + (digit ?? 0);
}

/** All numbers of a text in order: digits, Chinese numerals, English number words up to ninety-nine. */
export function findNumbers(text: string): readonly Occurrence<number>[] {
  const found = [...arabicNumbers(text), ...chineseNumbers(text), ...englishNumbers(text)];
  return found.sort((left, right) => left.start - right.start);
}

function arabicNumbers(text: string): readonly Occurrence<number>[] {
  const found: Occurrence<number>[] = [];
  for (const match of text.matchAll(/[-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-−]?\d+(?:\.\d+)?/gu)) {
    const written = match[0];
    const isSign = /^[-−]/u.test(written) && !isWordCharacter(text, match.index - 1);
    const start = match.index + (/^[-−]/u.test(written) && !isSign ? 1 : 0);
    const end = match.index + written.length;
    const isPartOfMore =
      /[\p{Script=Latin}\p{N}#_]$|\d[:/-]$/u.test(text.slice(Math.max(0, start - 2), start)) ||
      /^(?:[A-Za-z]{3,}|_|[:/-]\d)/u.test(text.slice(end, end + 3));
    if (isPartOfMore) continue;
    const value = Number(text.slice(start, end).replaceAll(',', '').replace('−', '-'));
    if (Number.isFinite(value)) found.push({ value, start, end });
  }
  return found;
}

function chineseNumbers(text: string): readonly Occurrence<number>[] {
  const found: Occurrence<number>[] = [];
  for (const match of text.matchAll(/[零〇一二两三四五六七八九十百千万]+/gu)) {
    const value = chineseNumber(match[0]);
    const end = match.index + match[0].length;
    const isAlone = text.trim() === match[0];
    const isCounted = MEASURES.includes(text.charAt(end) || ' ');
    if (value === undefined || NOT_A_COUNT.test(text.slice(0, match.index))) continue;
    if (match[0].length > 1 || isAlone || isCounted) found.push({ value, start: match.index, end });
  }
  return found;
}

function englishNumbers(text: string): readonly Occurrence<number>[] {
  const found: Occurrence<number>[] = [];
  for (const match of text.toLowerCase().matchAll(/\b([a-z]+)(?:[ -]([a-z]+))?\b/gu)) {
    const tens = ENGLISH[match[1] ?? ''];
    if (tens === undefined) {
      // The second word of the pair may itself begin a number.
      const second = match[2];
      const value = second === undefined ? undefined : ENGLISH[second];
      const start = match.index + match[0].length - (second?.length ?? 0);
      if (value !== undefined) found.push({ value, start, end: match.index + match[0].length });
      continue;
    }
    const ones = match[2] === undefined ? undefined : ENGLISH[match[2]];
    const joins = tens >= 20 && ones !== undefined && ones > 0 && ones < 10;
    const end = match.index + (joins ? match[0].length : (match[1]?.length ?? 0));
    found.push({ value: joins ? tens + ones : tens, start: match.index, end });
  }
  return found;
}
