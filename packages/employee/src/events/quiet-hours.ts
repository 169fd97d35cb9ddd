import { type BusinessPackage, localTime } from '@rolecall/assets';

export type QuietHours = NonNullable<NonNullable<BusinessPackage['silence']>['quiet_hours']>;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** The moment itself, or the end of the quiet hours that it falls into. */
export function afterQuietHours(ms: number, quiet: QuietHours | undefined, zone: string): number {
  if (quiet === undefined) return ms;
  let moment = ms;
  // Where the clocks are changed in between, the end is not so many minutes away; a second look finds it.
  for (let look = 0; look < 3; look++) {
    const minutes = minutesLeft(moment, quiet, zone);
    if (minutes === 0) return moment;
    moment = Math.floor(moment / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS;
  }
  return moment;
}

/** How many minutes of quiet hours are left at a moment. */
function minutesLeft(ms: number, { from, to }: QuietHours, zone: string): number {
  const { hour, minute } = localTime(ms, zone);
  const sinceFrom = (hour * 60 + minute - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;
  const length = (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;
  return sinceFrom < length ? length - sinceFrom : 0;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
