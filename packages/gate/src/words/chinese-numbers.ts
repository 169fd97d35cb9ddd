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

/** What is halved: 两个半, 一年半, 半斤. A clock is not: 两点半. */
const HALVED = '(?:个|天|年|小时|斤|公斤|米|块|元|周|倍|晚|分钟|杯|瓶|份|盒|箱)';
const DIGIT_FORMS = [...DIGITS.keys()].join('');
/** 三点五 is 3.5; a time of day (三点五分, 三点五十) is not. */
const DECIMALS = new RegExp(`^点([${DIGIT_FORMS}]+)(?![${[...UNITS.keys()].join('')}分刻钟半])`, 'u');
const AND_A_HALF = new RegExp(`^${HALVED}半`, 'u');
/** 三块五 and 三块五毛 are 3.5; 五元一张 is not. */
const SMALL_CHANGE = new RegExp(`^[块元]([${DIGIT_FORMS}])(?:[毛角]|(?![\\p{Script=Han}]))`, 'u');
/** A half alone, and written digits and a half. */
const HALVES = new RegExp(`(?<![大多前后上下一对])半(?=${HALVED})|(?<![\\d.])\\d+(?=${HALVED}半)`, 'gu');

/**
 * The Chinese numerals of a text that mean numbers: spelt digit by digit (二八九〇, 幺 is 1) or with units (三百二十,
 * colloquially 一百二), with decimals (三点五) and halves (两个半, 半天). A single numeral counts only before a measure word,
 * or where no Chinese character touches it.
 */
export function spokenNumbersIn(text: string): readonly SpokenNumber[] {
  const found: SpokenNumber[] = [];
  let done = 0;
  for (const match of text.matchAll(NUMERALS)) {
    const run = match[0];
    const start = match.index;
    const end = start + run.length;
    if (start < done) continue;
    const spelt = [...run].every((character) => DIGITS.has(character));
    const digits = spelt ? digitsOf(run) : numberWithUnits(run);
    const fraction = digits === undefined ? undefined : fractionAfter(text.slice(end, end + 12));
    if (digits !== undefined && fraction) {
      done = end + fraction.length;
      found.push({ start, end: done, digits: `${digits}.${fraction.digits}`, spelt: false });
    } else if (digits !== undefined && (run.length > 1 || standsForItself(text, start, end))) {
      found.push({ start, end, digits, spelt });
    }
  }
  return text.includes('半') ? withHalves(text, found) : found;
}

function digitsOf(run: string): string {
  return [...run].map((character) => DIGITS.get(character)).join('');
}

/** What behind a number makes it a broken one. */
function fractionAfter(tail: string): { readonly digits: string; readonly length: number } | undefined {
  const decimals = DECIMALS.exec(tail) ?? SMALL_CHANGE.exec(tail);
  if (decimals) return { digits: digitsOf(decimals[1] ?? ''), length: decimals[0].length };
  const half = AND_A_HALF.exec(tail);
  return half ? { digits: '5', length: half[0].length } : undefined;
}

function withHalves(text: string, found: readonly SpokenNumber[]): readonly SpokenNumber[] {
  const halves = [...text.matchAll(HALVES)].flatMap((match): readonly SpokenNumber[] => {
    const start = match.index;
    if (found.some((each) => each.start <= start && start < each.end)) return [];
    if (match[0] === '半') return [{ start, end: start + 1, digits: '0.5', spelt: false }];
    const end = start + match[0].length;
    const { length = 0 } = AND_A_HALF.exec(text.slice(end))?.[0] ?? '';
    return [{ start, end: end + length, digits: `${match[0]}.5`, spelt: false }];
  });
  return halves.length === 0 ? found : [...found, ...halves].sort((one, other) => one.start - other.start);
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
