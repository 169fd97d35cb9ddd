/** A time as the clock of this person shows it, to the minute: `2026-03-01 09:30`. */
export function localTime(at: string): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The day of it. */
export function localDate(at: string): string {
  return localTime(at).slice(0, 10);
}
