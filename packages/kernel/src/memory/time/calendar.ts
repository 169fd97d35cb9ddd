/** A day as people name it, `YYYY-MM-DD`, in whichever time zone the memory is asked in. */
export type Day = string;

/** Days from the first to the last, both inclusive. */
export interface DaySpan {
  readonly from: Day;
  readonly to: Day;
}

const DAY_MS = 86_400_000;

/** A day that exists, or undefined: there is no 31 April. */
export function dayOf(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    Number.isInteger(year) &&
    year >= 1000 &&
    year <= 9999 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}

export function partsOf(day: Day): { readonly year: number; readonly month: number; readonly day: number } {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
}

export function shiftDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day so many months away; the last of that month where it has none. */
export function shiftMonths(day: Day, months: number): Day {
  const { year, month, day: date } = partsOf(day);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  const there = partsOf(first);
  return dayOf(there.year, there.month, Math.min(date, lastDayOf(there.year, there.month))) ?? first;
}

export function lastDayOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function monthSpan(year: number, month: number): DaySpan | undefined {
  const from = dayOf(year, month, 1);
  const to = dayOf(year, month, lastDayOf(year, month));
  return from !== undefined && to !== undefined ? { from, to } : undefined;
}

export function yearSpan(year: number): DaySpan | undefined {
  const from = dayOf(year, 1, 1);
  const to = dayOf(year, 12, 31);
  return from !== undefined && to !== undefined ? { from, to } : undefined;
}

/** The Monday of the week a day is in: weeks begin on Monday. */
export function mondayOf(day: Day): Day {
  return shiftDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

export function oneDay(day: Day | undefined): DaySpan | undefined {
  return day === undefined ? undefined : { from: day, to: day };
}

export function includes(span: DaySpan, day: Day): boolean {
  return span.from <= day && day <= span.to;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment where the clocks show that time zone. */
export function localDay(at: string | number, timeZone: string): Day {
  const present = formats.get(timeZone);
  const format =
    present ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      calendar: 'iso8601',
    });
  if (!present) formats.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${String(parts.year).padStart(4, '0')}-${parts.month}-${parts.day}`;
}
