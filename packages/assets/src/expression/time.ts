import { create } from '@bufbuild/protobuf';
import { type Duration, DurationSchema, type Timestamp, timestampFromMs } from '@bufbuild/protobuf/wkt';
import { durationMs } from '@rolecall/base';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const EARLIEST_MS = Date.UTC(-1, 0, 1);
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Reads a date-time with an offset (RFC 3339), or undefined. */
export function timestampOfText(text: string): Timestamp | undefined {
  if (!DATE_TIME.test(text)) return undefined;
  const ms = Date.parse(text.replace(' ', 'T').toUpperCase());
  return Number.isNaN(ms) || ms < EARLIEST_MS || ms > LATEST_MS ? undefined : timestampFromMs(ms);
}

/** Milliseconds since 1970. */
export function msOfTimestamp(timestamp: Timestamp): number {
  return Number(timestamp.seconds) * 1_000 + Math.trunc(timestamp.nanos / 1_000_000);
}

/** As it is recorded: ISO 8601, UTC, milliseconds. */
export function textOfTimestamp(timestamp: Timestamp): string {
  return new Date(msOfTimestamp(timestamp)).toISOString();
}

const DURATION_PART = /(\d{1,9}(?:\.\d{1,9})?)(ms|w|d|h|m|s)/y;
const PART_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Reads `1h30m`, `-2d`, `500ms`, or undefined. */
export function durationOfText(text: string): Duration | undefined {
  const simple = durationMs(text);
  if (simple !== undefined) return durationOfMs(simple);
  const sign = text.startsWith('-') ? -1 : 1;
  let ms = 0;
  let at = sign < 0 ? 1 : 0;
  if (at === text.length) return undefined;
  while (at < text.length) {
    DURATION_PART.lastIndex = at;
    const part = DURATION_PART.exec(text);
    if (!part) return undefined;
    ms += Number(part[1]) * PART_MS[part[2] as keyof typeof PART_MS];
    at = DURATION_PART.lastIndex;
  }
  return durationOfMs(sign * Math.round(ms));
}

/** A span of milliseconds. */
export function durationOfMs(ms: number): Duration {
  const seconds = Math.trunc(ms / 1_000);
  return create(DurationSchema, { seconds: BigInt(seconds), nanos: (ms - seconds * 1_000) * 1_000_000 });
}

/** A duration in seconds, such as `5400s`: the form that JSON gives it. */
export function textOfDuration(duration: Duration): string {
  return `${Number(duration.seconds) + duration.nanos / 1e9}s`;
}

/** The parts of a moment on the clock and calendar of a zone. */
export interface LocalTime {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

/** A moment as the clocks of an IANA zone (or a fixed offset, `+08:00`) show it. Throws a `RangeError` for no zone. */
export function localTime(ms: number, zone: string): LocalTime {
  const parts: Record<string, number> = {};
  for (const part of formatOf(zone).formatToParts(ms)) parts[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
}

/** `YYYY-MM-DD HH:mm`. */
export function describeLocalTime(time: LocalTime): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)} ${two(time.hour)}:${two(time.minute)}`;
}

const MOST_FORMATS = 600;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Building one takes some 50 µs, using it one. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(zone, format);
  return format;
}
