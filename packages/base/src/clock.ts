/** Where the time comes from, so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** The time of a clock as it is recorded: ISO 8601, UTC, milliseconds. */
export function timestampOf(clock: Clock): string {
  const ms = clock.now();
  // Much is recorded within one millisecond, and to write the time costs more than to read it.
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
}

let lastMs = Number.NaN;
let lastText = '';

/**
 * The milliseconds of a timestamp as `timestampOf` writes it, or of any other that `Date.parse` reads; NaN for what is none.
 */
export function timestampMs(text: string): number {
  if (text.length !== LENGTH || !hasMarks(text)) return Date.parse(text);
  const month = digitsAt(text, 5, 2);
  const day = digitsAt(text, 8, 2);
  const hour = digitsAt(text, 11, 2);
  const minute = digitsAt(text, 14, 2);
  const second = digitsAt(text, 17, 2);
  const isOrdinary = month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour < 24 && minute < 60 && second < 60;
  if (!isOrdinary) return Date.parse(text);
  const seconds = (hour * 60 + minute) * 60 + second;
  const ms = daysBefore(digitsAt(text, 0, 4), month, day) * DAY_MS + seconds * 1000 + digitsAt(text, 20, 3);
  return Number.isNaN(ms) ? Date.parse(text) : ms;
}

const LENGTH = '0000-00-00T00:00:00.000Z'.length;
const DAY_MS = 86_400_000;

function hasMarks(text: string): boolean {
  const isDate = text[4] === '-' && text[7] === '-' && text[10] === 'T';
  return isDate && text[13] === ':' && text[16] === ':' && text[19] === '.' && text[23] === 'Z';
}

/** NaN where there is anything else. */
function digitsAt(text: string, at: number, count: number): number {
  let number = 0;
  for (let place = at; place < at + count; place++) {
    const digit = text.charCodeAt(place) - ZERO;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
}

const ZERO = 0x30;

/** Days from 1970-01-01 to a day of the Gregorian calendar; a year begins in March, so that the leap day is its last. */
function daysBefore(year: number, month: number, day: number): number {
  const ofMarch = month > 2 ? year : year - 1;
  const leapDays = Math.floor(ofMarch / 4) - Math.floor(ofMarch / 100) + Math.floor(ofMarch / 400);
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return ofMarch * 365 + leapDays + ofYear - 719_468;
}

/** A duration as assets write it (`30m`, `1d`, `500ms`) in milliseconds, or undefined. */
export function durationMs(text: string): number | undefined {
  let digits = 0;
  while (!Number.isNaN(digitsAt(text, digits, 1))) digits += 1;
  const unit = unitMs(text.slice(digits));
  if (digits === 0 || digits > MOST_DIGITS || unit === undefined) return undefined;
  return digitsAt(text, 0, digits) * unit;
}

const MOST_DIGITS = 9;

function unitMs(unit: string): number | undefined {
  switch (unit) {
    case 'ms':
      return 1;
    case 's':
      return 1_000;
    case 'm':
      return 60_000;
    case 'h':
      return 3_600_000;
    case 'd':
      return DAY_MS;
    case 'w':
      return 7 * DAY_MS;
    default:
      return undefined;
  }
}
