import { type Clock, timestampOf } from '@rolecall/base';
import { epochMs, isoTime, type Lease, type StorePorts } from '@rolecall/journal';
import { HeldBack } from './held-back.ts';
import { firstItem, LEASE_TTL_MS, report, workUnderLease } from './work-under-lease.ts';

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
      if (!this.#isClosed) report(this.#options, error, { attempt: this.#failedPolls, retryInMs: nextMs });
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
      item = await firstItem(this.#options, conversation);
      if (item === undefined) return;
      const lease = await this.#acquire(conversation);
      if (lease)
        await this.#workUnder(lease, (next) => {
          item = next;
        });
      else this.#heldBack.whileElsewhere(conversation, this.#pollMs);
    } catch (error) {
      const { attempt, delayMs } = this.#heldBack.afterFailure(conversation, item);
      report(this.#options, error, { conversation, attempt, retryInMs: delayMs });
    }
  }

  #workUnder(lease: Lease, onItem: (item: string) => void): Promise<void> {
    const { conversation } = lease;
    return workUnderLease(this.#options, lease, {
      onItem,
      goesOn: (next) => {
        this.#heldBack.free(conversation);
        if (this.#isClosed) return false;
        if (next === undefined || !this.#othersWaitForAPlace()) return true;
        this.#queue.add(conversation);
        return false;
      },
    });
  }

  #othersWaitForAPlace(): boolean {
    if (this.#active.size < this.#options.concurrency) return false;
    for (const conversation of this.#queue) if (!this.#active.has(conversation)) return true;
    return false;
  }

  #acquire(conversation: string): Promise<Lease | undefined> {
    const { store, holder, clock } = this.#options;
    return store.acquireLease(conversation, holder, this.#leaseTtlMs, timestampOf(clock));
  }
}
