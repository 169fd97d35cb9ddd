import { timestampMs } from '@rolecall/base';

/**
 * Whether what was asked until `expiresAt` can no longer be answered at `now`. Two times of which one cannot be read are no
 * reason to let a write run: they have expired.
 */
export function hasExpired(expiresAt: string, now: string): boolean {
  return !(timestampMs(now) < timestampMs(expiresAt));
}
