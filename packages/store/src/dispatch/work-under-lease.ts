import { RolecallError } from '@rolecall/base';
import type { Lease } from '@rolecall/journal';
import type { DispatcherOptions, DispatchFailure } from './dispatcher.ts';
import { keepLease } from './keep-lease.ts';

/** How long a lease lasts without renewal. */
export const LEASE_TTL_MS = 30_000;

type Needs = Pick<DispatcherOptions, 'store' | 'clock' | 'handle' | 'onError' | 'leaseTtlMs'>;

/** What the work tells as it goes on. */
export interface WorkProgress {
  /** The item that is taken up next. */
  readonly onItem: (item: string) => void;
  /** An item was handled and another waits, or none: whether to go on. */
  readonly goesOn: (next: string | undefined) => boolean | Promise<boolean>;
}

/**
 * Has one item after the other handled under a lease until nothing waits or it is not to go on, and gives the lease back.
 * Throws what the handler throws, when it leaves an item where it was, and when the lease is lost.
 */
export async function workUnderLease(options: Needs, lease: Lease, progress: WorkProgress): Promise<void> {
  const { store, clock, handle, leaseTtlMs = LEASE_TTL_MS } = options;
  const { conversation } = lease;
  const kept = keepLease(store, lease, { ttlMs: leaseTtlMs, clock });
  try {
    for (let item = await firstItem(options, conversation); item !== undefined; ) {
      progress.onItem(item);
      await handle(conversation, lease, kept.signal);
      kept.signal.throwIfAborted();
      const next = await firstItem(options, conversation);
      if (next === item) throw notHandled(conversation, item);
      if (!(await progress.goesOn(next))) return;
      item = next;
    }
  } finally {
    kept.stop();
    // A lease that cannot be given back expires; that must not hide why the work ended.
    await store.releaseLease(lease).catch((error: unknown) => {
      report(options, error, { conversation, attempt: 1, retryInMs: leaseTtlMs });
    });
  }
}

/** What waits first in a conversation. */
export async function firstItem({ store }: Pick<Needs, 'store'>, conversation: string): Promise<string | undefined> {
  return (await store.inbox(conversation, 1))[0]?.id;
}

/** Who is told of errors may fail too; that stops nobody from being answered. */
export function report({ onError }: Pick<Needs, 'onError'>, error: unknown, failure: DispatchFailure): void {
  try {
    onError(error, failure);
  } catch (cause) {
    process.emitWarning(new Error('onError of the dispatcher failed', { cause }));
  }
}

function notHandled(conversation: string, item: string): RolecallError {
  return new RolecallError({
    code: 'inbox_item_not_handled',
    message: {
      en: `The inbox item ${item} of ${conversation} still waits after it was handled.`,
      zh: `${conversation} 的收件 ${item} 处理之后仍在等待。`,
    },
    hint: {
      en: 'Whoever handles an item must consume it in a commit.',
      zh: '处理一个收件项的一方必须在提交中消费它。',
    },
  });
}
