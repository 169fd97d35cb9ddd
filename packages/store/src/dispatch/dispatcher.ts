import { type Clock, RolecallError, timestampOf } from '@rolecall/base';
import { epochMs, isoTime, type Lease, type StorePorts } from '@rolecall/journal';
import { HeldBack } from './held-back.ts';
import { keepLease } from './keep-lease.ts';

/** What a dispatcher is given. */
export interface DispatcherOptions {
  readonly store: Pick<
    StorePorts,
    'acquireLease' | 'renewLease' | 'releaseLease' | 'inbox' | 'waiting' | 'dueTimers' | 'claimTimer'
  >;
  /** Names this process and this run of it: nobody else may use it. */
  readonly holder: string;
  readonly clock: Clock;
  /** How many conversations are worked on at once. */
  readonly concurrency: number;
  /**
   * Handles the first item in the conversation's inbox, and consumes it in a commit under the lease. It is called again
   * as long as something waits, and later again when it throws or leaves the item where it was. The signal aborts when
   * the lease is lost.
   */
  readonly handle: (conversation: string, lease: Lease, signal: AbortSignal) => Promise<void>;
  /** Told of everything that went wrong. Nothing is lost by it: the item stays and is tried again. */
  readonly onError: (error: unknown, failure: DispatchFailure) => void;
  /** How often other processes' items and timers are looked for; 250 ms by default. */
  readonly pollMs?: number | undefined;
  /** How long a lease lasts without renewal; 30 s by default. */
  readonly leaseTtlMs?: number | undefined;
}

/** Where something went wrong, and when it is tried again. */
export interface DispatchFailure {
  /** Absent when looking for work failed. */
  readonly conversation?: string | undefined;
  /** How often the same item has failed, from 1. */
  readonly attempt: number;
  readonly retryInMs: number;
}

/** Takes what waits in the inboxes and has it handled, in this process. */
export interface Dispatcher {
  /** Something was accepted: tries at once, also when the conversation is held back after a failure. */
  wake(conversation: string): void;
  /**
   * Answers once nothing is being handled and nothing waits that could be handled now. What is held back after a
   * failure, or worked on by another process, is not waited for.
   */
  drain(): Promise<void>;
  /** Takes nothing more and answers once what is being handled has ended. */
  close(): Promise<void>;
}

/** Starts at once. One conversation is worked on by one process at a time, in the order of its inbox. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  return new InProcessDispatcher(options);
}

const POLL_MS = 250;
const LEASE_TTL_MS = 30_000;
const PAGE = 500;

class InProcessDispatcher implements Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #pollMs: number;
  readonly #leaseTtlMs: number;
  /** Conversations to be tried, in order. */
  readonly #queue = new Set<string>();
  readonly #active = new Map<string, Promise<void>>();
  readonly #heldBack = new HeldBack();
  #polling: Promise<void> | undefined;
  #nextPoll: NodeJS.Timeout | undefined;
  #failedPolls = 0;
  #isClosed = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#pollMs = options.pollMs ?? POLL_MS;
    this.#leaseTtlMs = options.leaseTtlMs ?? LEASE_TTL_MS;
    void this.#poll();
  }

  wake(conversation: string): void {
    if (this.#isClosed) return;
    this.#queue.add(conversation);
    this.#pump();
  }

  async drain(): Promise<void> {
    // A look that has begun may have missed what was accepted just now.
    await this.#polling;
    do {
      await this.#poll();
      await Promise.all(this.#active.values());
    } while (this.#active.size > 0 || this.#queue.size > 0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.clear();
    clearTimeout(this.#nextPoll);
    await this.#polling;
    await Promise.all(this.#active.values());
  }

  /** Looks for work once; whoever asks meanwhile gets the same look. */
  #poll(): Promise<void> {
    this.#polling ??= this.#look().finally(() => {
      this.#polling = undefined;
    });
    return this.#polling;
  }

  async #look(): Promise<void> {
    clearTimeout(this.#nextPoll);
    if (this.#isClosed) return;
    let nextMs = this.#pollMs;
    try {
      nextMs = await this.#claimTimers();
      await this.#enqueueWaiting();
      this.#failedPolls = 0;
    } catch (error) {
      this.#failedPolls++;
      if (!this.#isClosed) this.#report(error, { attempt: this.#failedPolls, retryInMs: nextMs });
    }
    if (this.#isClosed) return;
    this.#nextPoll = setTimeout(() => void this.#poll(), nextMs);
    this.#pump();
  }

  /** Turns due timers into inbox items; answers when to look again. */
  async #claimTimers(): Promise<number> {
    const { store, clock } = this.#options;
    const now = clock.now();
    let nextMs = this.#pollMs;
    for (const timer of await store.dueTimers(isoTime(now + this.#pollMs), PAGE)) {
      const inMs = epochMs(timer.dueAt) - now;
      if (inMs > 0) nextMs = Math.min(nextMs, inMs);
      else if (!this.#isClosed) await store.claimTimer(timer, isoTime(now));
    }
    return nextMs;
  }

  async #enqueueWaiting(): Promise<void> {
    const limit = PAGE + this.#heldBack.size + this.#active.size;
    const waiting = await this.#options.store.waiting(limit);
    if (waiting.length < limit) this.#heldBack.keepOnly(new Set(waiting));
    if (this.#isClosed) return;
    for (const conversation of waiting) {
      if (!this.#active.has(conversation) && !this.#heldBack.isHeld(conversation)) this.#queue.add(conversation);
    }
  }

  #pump(): void {
    for (const conversation of this.#queue) {
      if (this.#active.size >= this.#options.concurrency) return;
      if (this.#active.has(conversation)) continue;
      this.#queue.delete(conversation);
      const work = this.#work(conversation).finally(() => {
        this.#active.delete(conversation);
        this.#pump();
      });
      this.#active.set(conversation, work);
    }
  }

  /** Never rejects. */
  async #work(conversation: string): Promise<void> {
    let item: string | undefined;
    try {
      item = await this.#firstItem(conversation);
      if (item === undefined) return;
      const lease = await this.#acquire(conversation);
      if (lease)
        await this.#workUnder(lease, (next) => {
          item = next;
        });
      else this.#heldBack.whileElsewhere(conversation, this.#pollMs);
    } catch (error) {
      const { attempt, delayMs } = this.#heldBack.afterFailure(conversation, item);
      this.#report(error, { conversation, attempt, retryInMs: delayMs });
    }
  }

  async #workUnder(lease: Lease, onItem: (item: string) => void): Promise<void> {
    const { store, clock, handle } = this.#options;
    const { conversation } = lease;
    const kept = keepLease(store, lease, { ttlMs: this.#leaseTtlMs, clock });
    try {
      for (let item = await this.#firstItem(conversation); item !== undefined; ) {
        onItem(item);
        await handle(conversation, lease, kept.signal);
        kept.signal.throwIfAborted();
        const next = await this.#firstItem(conversation);
        if (next === item) throw notHandled(conversation, item);
        this.#heldBack.free(conversation);
        if (this.#isClosed) return;
        if (next !== undefined && this.#othersWaitForAPlace()) {
          this.#queue.add(conversation);
          return;
        }
        item = next;
      }
    } finally {
      kept.stop();
      // A lease that cannot be given back expires; that must not hide why the work ended.
      await store.releaseLease(lease).catch((error: unknown) => {
        this.#report(error, { conversation, attempt: 1, retryInMs: this.#leaseTtlMs });
      });
    }
  }

  #othersWaitForAPlace(): boolean {
    if (this.#active.size < this.#options.concurrency) return false;
    for (const conversation of this.#queue) if (!this.#active.has(conversation)) return true;
    return false;
  }

  async #firstItem(conversation: string): Promise<string | undefined> {
    return (await this.#options.store.inbox(conversation, 1))[0]?.id;
  }

  #acquire(conversation: string): Promise<Lease | undefined> {
    const { store, holder, clock } = this.#options;
    return store.acquireLease(conversation, holder, this.#leaseTtlMs, timestampOf(clock));
  }

  /** Who is told of errors may fail too; that stops nobody from being answered. */
  #report(error: unknown, failure: DispatchFailure): void {
    try {
      this.#options.onError(error, failure);
    } catch (cause) {
      process.emitWarning(new Error('onError of the dispatcher failed', { cause }));
    }
  }
}

function notHandled(conversation: string, item: string): RolecallError {
  return new RolecallError({
    code: 'inbox_item_not_handled',
    message: `The inbox item ${item} of ${conversation} still waits after it was handled.`,
    hint: 'Whoever handles an item must consume it in a commit.',
  });
}
