const formats = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATS = 600;

/** A moment as the clocks of a zone show it: `2026-03-02 16:00`. In a zone that does not exist, UTC and named so. */
export function localMoment(at: string, zone: string): string {
  const parts = partsIn(at, zone);
  if (!parts) return `${at.slice(0, 16).replace('T', ' ')} UTC`;
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`;
}

/** The date of a moment in a zone, `YYYY-MM-DD`. */
export function localDate(at: string, zone: string): string {
  return localMoment(at, zone).slice(0, 10);
}

function partsIn(at: string, zone: string): Record<string, string> | undefined {
  try {
    const format = formatOf(zone);
    return Object.fromEntries(format.formatToParts(Date.parse(at)).map(({ type, value }) => [type, value]));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Building one takes fifty times as long as using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const present = formats.get(zone);
  if (present) return present;
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
  });
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(zone, format);
  return format;
}
