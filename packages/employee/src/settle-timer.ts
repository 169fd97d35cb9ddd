import type { TimerChange } from '@rolecall/journal';

/** When an outcome in doubt is looked at again after each look: 5 s, 30 s, 2 min, 10 min, then hourly for a day, then daily. */
const FIRST_MS = [5_000, 30_000, 120_000, 600_000] as const;
const HOUR_MS = 3_600_000;
const HOURLY_LOOKS = 24;

/** The timer that looks at an outcome in doubt once more, after so many looks. */
export function settleTimer(operation: string, looks: number, now: number): TimerChange {
  const hourly = looks < FIRST_MS.length + HOURLY_LOOKS;
  const inMs = FIRST_MS[looks] ?? (hourly ? HOUR_MS : HOUR_MS * 24);
  const dueAt = new Date(now + inMs).toISOString();
  return { op: 'set', id: `settle:${operation}`, dueAt, data: { purpose: 'settle', operation, looks } };
}
