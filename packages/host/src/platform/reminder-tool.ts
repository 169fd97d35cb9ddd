import { localTime } from '@rolecall/assets';
import { contentHash } from '@rolecall/base';
import { answered, type PlatformTool } from './platform-tool.ts';

/**
 * Promises to remind. The time is answered, and so recorded, as the clocks of the employee's zone show it; the timer is set
 * by whoever handles the receipt.
 */
export function reminderTool(zone: string): PlatformTool {
  return {
    inspect: async () => ({ ready: true }),
    call: async ({ requestId, arguments: { at } }) => {
      const due = typeof at === 'string' ? Date.parse(at) : Number.NaN;
      if (Number.isNaN(due)) return { status: 'answered', text: 'The time cannot be read.', isError: true };
      return answered({ reminder: reminderNumber(requestId), status: 'set', at: zonedText(due, zone) });
    },
  };
}

/** ISO 8601 with the offset that the zone has at that moment. */
function zonedText(ms: number, zone: string): string {
  const { year, month, day, hour, minute, second } = localTime(ms, zone);
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  const offset = Math.round((local - Math.floor(ms / 1_000) * 1_000) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(offset);
  const sign = offset < 0 ? '-' : '+';
  return `${new Date(local).toISOString().slice(0, 19)}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function reminderNumber(requestId: string): string {
  return `R${contentHash(requestId)
    .replace(/^sha256:/, '')
    .slice(0, 8)
    .toUpperCase()}`;
}
