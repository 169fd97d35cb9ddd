/** A stretch of a text that is read as a number, and the digits it means. */
export interface SpokenNumber {
  readonly start: number;
  readonly end: number;
  /** One text of digits for the whole stretch, or one digit per character where it is spelt out (二八九〇). */
  readonly digits: string;
  readonly spelt: boolean;
}

const DIGITS = new Map<string, number>(
  ['〇零○', '一壹幺', '二贰两', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖'].flatMap((forms, digit) =>
    [...forms].map((form) => [form, digit] as const),
  ),
);
const UNITS = new Map<string, number>([
  ...[...'十拾'].map((form) => [form, 10] as const),
  ...[...'百佰'].map((form) => [form, 100] as const),
  ...[...'千仟'].map((form) => [form, 1_000] as const),
  ...[...'万萬'].map((form) => [form, 10_000] as const),
  ...[...'亿億'].map((form) => [form, 100_000_000] as const),
]);
const NUMERALS = new RegExp(`[${[...DIGITS.keys(), ...UNITS.keys()].join('')}]+`, 'gu');
const HAN = /\p{Script=Han}/u;
/** What may follow a single numeral that counts something; without it 一 is a part of a word, as in 一下 or 统一. */
const COUNTED =
  /^(?:个|件|张|台|份|次|元|块|天|号|日|月|年|周|岁|位|名|本|只|条|支|瓶|盒|包|箱|套|双|杯|斤|公斤|克|米|厘米|平米|人|间|晚|小时|分钟|秒|楼|室|层|期|成|折)/;

/**
 * The Chinese numerals of a text that mean numbers: spelt digit by digit (二八九〇, 幺 is 1) or with units (三百二十,
 * colloquially 一百二). A single numeral counts only before a measure word, or where no Chinese character touches it.
 */
export function spokenNumbersIn(text: string): readonly SpokenNumber[] {
  const found: SpokenNumber[] = [];
  for (const match of text.matchAll(NUMERALS)) {
    const run = match[0];
    const start = match.index;
    const end = start + run.length;
    if (run.length === 1 && !standsForItself(text, start, end)) continue;
    const spelt = [...run].every((character) => DIGITS.has(character));
    const digits = spelt ? [...run].map((character) => DIGITS.get(character)).join('') : numberWithUnits(run);
    if (digits !== undefined) found.push({ start, end, digits, spelt });
  }
  return found;
}

/** The value of 万, 千 … behind written digits (2万), or 1. */
export function unitAfter(character: string | undefined): number {
  return (character !== undefined && UNITS.get(character)) || 1;
}

function standsForItself(text: string, start: number, end: number): boolean {
  if (COUNTED.test(text.slice(end, end + 2))) return true;
  return !HAN.test(text[start - 1] ?? '') && !HAN.test(text[end] ?? '');
}

/** Undefined for what is no number, such as 千万 without a digit before it. */
function numberWithUnits(run: string): string | undefined {
  const characters = [...run];
  const first = characters[0] ?? '';
  if (!DIGITS.has(first) && UNITS.get(first) !== 10) return undefined;
  let total = 0;
  let section = 0;
  let digit: number | undefined = UNITS.get(first) === 10 ? 1 : undefined;
  let lastUnit = 1;
  for (const character of characters) {
    const value = DIGITS.get(character);
    if (value !== undefined) {
      if (digit !== undefined && digit !== 0) return undefined;
      digit = value;
      if (value === 0) lastUnit = 1;
      continue;
    }
    const unit = UNITS.get(character) ?? 1;
    if (unit >= 10_000) {
      total = (total + section + (digit ?? 0)) * unit;
      section = 0;
    } else {
      if (digit === undefined) return undefined;
      section += digit * unit;
    }
    digit = undefined;
    lastUnit = unit;
  }
  // 一百二 is 120 and 三千五 is 3500: a last digit counts in the unit below, unless 零 stands before it.
  const rest = digit === undefined ? 0 : lastUnit >= 100 ? digit * (lastUnit / 10) : digit;
  return String(total + section + rest);
}
