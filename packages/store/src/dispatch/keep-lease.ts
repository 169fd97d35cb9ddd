import { type Clock, RolecallError, timestampOf } from '@rolecall/base';
import type { Lease, StorePorts } from '@rolecall/journal';

/** A lease that is renewed as long as somebody works under it. */
export interface KeptLease {
  /** Aborted once the lease is somebody else's, or could not be renewed in time. */
  readonly signal: AbortSignal;
  /** Stops renewing; the lease itself stays until it is released or expires. */
  stop(): void;
}

/** Renews a lease at a third of its time, so that two renewals may fail before it is lost. */
export function keepLease(
  store: Pick<StorePorts, 'renewLease'>,
  lease: Lease,
  { ttlMs, clock }: { readonly ttlMs: number; readonly clock: Clock },
): KeptLease {
  const lost = new AbortController();
  let renewedAt = performance.now();
  let isStopped = false;
  let timer = setTimeout(renew, ttlMs / 3);

  async function renew(): Promise<void> {
    const startedAt = performance.now();
    // A store that is busy for a moment has not taken the lease away; time may.
    const isOurs = await store.renewLease(lease, ttlMs, timestampOf(clock)).catch(() => undefined);
    if (isStopped) return;
    if (isOurs === true) renewedAt = startedAt;
    if (isOurs === false || performance.now() - renewedAt >= ttlMs) lost.abort(leaseLost(lease.conversation));
    else timer = setTimeout(renew, ttlMs / 3);
  }

  return {
    signal: lost.signal,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function leaseLost(conversation: string): RolecallError {
  return new RolecallError({
    code: 'lease_lost',
    message: {
      en: `The lease on ${conversation} was lost while it was being worked on.`,
      zh: `处理 ${conversation} 时失去了它的租约。`,
    },
    hint: {
      en: 'Stop working on it: whoever holds the lease goes on, and no commit under the old one is written.',
      zh: '停止处理它：持有租约的一方会继续，旧租约下的提交都不会写入。',
    },
  });
}
