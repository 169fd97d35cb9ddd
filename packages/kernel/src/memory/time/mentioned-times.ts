import { type Day, type DaySpan, shiftDays, shiftMonths } from './calendar.ts';
import { findTimes } from './find-times.ts';

/**
 * The times that something said on a day is about: 昨天 is the day before, and a day without a year is the nearest one,
 * for plans are talked about as well.
 */
export function mentionedTimes(text: string, said: Day): readonly DaySpan[] {
  return findTimes(text, said).map(({ from, to, isYearless }) => {
    const isComing = isYearless && from < shiftMonths(said, -6);
    return isComing
      ? { from: shiftMonths(from, 12), to: shiftDays(shiftMonths(shiftDays(to, 1), 12), -1) }
      : { from, to };
  });
}
