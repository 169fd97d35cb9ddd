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

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** A duration as assets write it (`30m`, `1d`, `500ms`) in milliseconds, or undefined. */
export function durationMs(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d|w)$/.exec(text);
  return match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : undefined;
}
