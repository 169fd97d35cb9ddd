import { describeLocalTime, localTime } from '@rolecall/assets';

/** A moment as the clocks of a zone show it: `2026-03-02 16:00`. In a zone that does not exist, UTC and named so. */
export function localMoment(at: string, zone: string): string {
  try {
    return describeLocalTime(localTime(Date.parse(at), zone));
  } catch (error) {
    if (error instanceof RangeError) return `${at.slice(0, 16).replace('T', ' ')} UTC`;
    throw error;
  }
}

/** The date of a moment in a zone, `YYYY-MM-DD`. */
export function localDate(at: string, zone: string): string {
  return localMoment(at, zone).slice(0, 10);
}
