import { RolecallError } from '@rolecall/base';

/** Milliseconds of a recorded time, for comparing. Throws `time_malformed` on what is none. */
export function epochMs(time: string): number {
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) {
    throw new RolecallError({
      code: 'time_malformed',
      message: { en: `"${time}" is not a point in time.`, zh: `“${time}”不是一个时刻。` },
      hint: {
        en: 'Write it as ISO 8601 in UTC, such as 2026-01-31T08:00:00.000Z.',
        zh: '写成 UTC 的 ISO 8601，例如 2026-01-31T08:00:00.000Z。',
      },
    });
  }
  return milliseconds;
}

/** The recorded form of a time: ISO 8601, UTC, milliseconds. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
