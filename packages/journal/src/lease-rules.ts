import { epochMs, isoTime } from './epoch.ts';
import type { Lease } from './ports.ts';

/** What an adapter keeps of a conversation's lease. Given back, it has no holder; its fence never falls. */
export interface LeaseRow {
  readonly holder: string | null;
  readonly fence: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * The lease that a holder gets, or undefined while another one's lives. Who still holds it renews under the same fence;
 * everybody else (also the former holder, once it has expired or was given back) gets a higher one, so that whatever is
 * left of earlier work cannot be written any more.
 */
export function grantLease(
  present: LeaseRow | undefined,
  holder: string,
  ttlMs: number,
  at: string,
): (LeaseRow & { readonly holder: string }) | undefined {
  const now = epochMs(at);
  if (!present || !isLive(present, now)) return { holder, fence: (present?.fence ?? 0) + 1, expiresAt: now + ttlMs };
  if (present.holder !== holder) return undefined;
  return { holder, fence: present.fence, expiresAt: Math.max(present.expiresAt, now + ttlMs) };
}

/** True while the row stands for this very lease, whether it has expired or not: nobody else came in between. */
export function isSameLease(present: LeaseRow | undefined, lease: Lease): boolean {
  return present !== undefined && present.holder === lease.holder && present.fence === lease.fence;
}

/** True when a commit under this fence may be written: the lease is the present one, held, and has not expired. */
export function allowsFence(present: LeaseRow | undefined, fence: number, at: string): boolean {
  return present !== undefined && present.fence === fence && isLive(present, epochMs(at));
}

/** The lease as the ports show it. */
export function leaseOf(conversation: string, row: LeaseRow & { readonly holder: string }): Lease {
  return { conversation, holder: row.holder, fence: row.fence, expiresAt: isoTime(row.expiresAt) };
}

function isLive(row: LeaseRow, now: number): boolean {
  return row.holder !== null && row.expiresAt > now;
}
