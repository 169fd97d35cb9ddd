import { type Day, type DaySpan, dayOf, monthSpan, oneDay, partsOf } from './calendar.ts';

/** Memory is about the past: a day without a year is the last one that has been. */
export function latestDay(month: number, date: number, today: Day): DaySpan | undefined {
  const { year } = partsOf(today);
  const here = dayOf(year, month, date);
  if (here !== undefined && here <= today) return oneDay(here);
  return oneDay(dayOf(year - 1, month, date) ?? here);
}

/** The last such month that has begun. */
export function latestMonth(month: number, today: Day): DaySpan | undefined {
  const { year } = partsOf(today);
  const here = monthSpan(year, month);
  return here && here.from <= today ? here : monthSpan(year - 1, month);
}
