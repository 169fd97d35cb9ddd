import { EventEmitter } from 'node:events';
import { timestampOf } from '@rolecall/base';
import { isoTime, type Lease, type TimerRecord } from '@rolecall/journal';
import { type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { ConversationQueue, type DeadLetter, migrateQueue, silent } from './conversation-queue.ts';
import type { Dispatcher, DispatcherOptions } from './dispatcher.ts';
import { HeldBack } from './held-back.ts';
import { firstItem, LEASE_TTL_MS, report, workUnderLease } from './work-under-lease.ts';

/** What a dispatcher over many processes is given. */
export interface QueueDispatcherOptions extends DispatcherOptions {
  /** The database of the store. */
  readonly url: string;
  /** The schema of the store; the queue's stands beside it. */
  readonly schema?: string | undefined;
  /** Whose conversations these are. */
  readonly organisation: string;
  /** How long a process may be silent before others take over what it had begun; 5 s by default. */
  readonly deadAfterMs?: number | undefined;
  /** Only wakes others, and works on nothing itself. */
  readonly wakesOnly?: boolean | undefined;
}

/** A dispatcher that shares its work with other processes. */
export interface QueueDispatcher extends Dispatcher {
  /** Conversations whose first item has failed as often as it may be tried. */
  deadLetters(): Promise<readonly DeadLetter[]>;
  /** Has one of them tried again from the beginning. */
  redrive(conversation: string): Promise<void>;
}

const POLL_MS = 1_000;
const DEAD_AFTER_MS = 5_000;
const REMIND_AHEAD_MS = 60_000;
const PAGE = 500;
const DRAIN_MS = 600_000;

/**
 * Dispatch over any number of processes. The queue only wakes: the order is that of the inbox, the right to work is the
 * conversation's lease, and whatever the queue forgets is found in the inbox at the next look. So a process that has a
 * place free begins at once with what it was woken for itself, and leaves the queue to what has to wait or has failed.
 */
export async function createQueueDispatcher(options: QueueDispatcherOptions): Promise<QueueDispatcher> {
  await migrateQueue(options.url, options.schema);
  const queue = new ConversationQueue({
    url: options.url,
    schema: options.schema,
    organisation: options.organisation,
    connections: Math.min(options.concurrency, 10) + 2,
  });
  try {
    const dispatcher = new SharedDispatcher(options, queue);
    if (!options.wakesOnly) await dispatcher.start();
    return dispatcher;
  } catch (error) {
    await queue.close();
    throw error;
  }
}

class SharedDispatcher implements QueueDispatcher {
  readonly #options: QueueDispatcherOptions;
  readonly #queue: ConversationQueue;
  readonly #pollMs: number;
  readonly #heldBack = new HeldBack();
  readonly #workers = new Set<string>();
  /** Conversations that another process had when they were tried last. */
  readonly #elsewhere = new Set<string>();
  readonly #waking = new Set<Promise<void>>();
  /** Work that was begun without a job. */
  readonly #begun = new Set<Promise<void>>();
  readonly #active = new Map<string, 'working' | 'look_again'>();
  #runner: Runner | undefined;
  #looking: Promise<void> | undefined;
  #nextLook: NodeJS.Timeout | undefined;
  #failedLooks = 0;
  #isClosed = false;

  constructor(options: QueueDispatcherOptions, queue: ConversationQueue) {
    this.#options = options;
    this.#queue = queue;
    this.#pollMs = options.pollMs ?? POLL_MS;
  }

  async start(): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    // Under this name the queue marks what this process has taken.
    events.on('pool:create', ({ workerPool }) => this.#workers.add(workerPool.id));
    const { conversation, timer } = this.#queue.tasks;
    const tasks: TaskList = {
      [conversation]: (payload, { job }) => this.#work(payload as { conversation: string }, job.attempts),
      [timer]: (payload) => this.#claim((payload as { timer: TimerRecord }).timer),
    };
    this.#runner = await run({
      pgPool: this.#queue.pool,
      schema: this.#queue.schema,
      taskList: tasks,
      concurrency: this.#options.concurrency,
      noHandleSignals: true,
      pollInterval: 1_000,
      // A round that is under way is finished, however long it takes.
      gracefulShutdownAbortTimeout: DRAIN_MS,
      events,
      logger: silent,
    });
    void this.#look();
  }

  wake(conversation: string): void {
    if (this.#isClosed && !this.#options.wakesOnly) return;
    if (this.#beginsHere(conversation)) return;
    this.#enqueue(conversation);
  }

  /** True when this process looks after it without the queue. Should it die, others find the item in the inbox. */
  #beginsHere(conversation: string): boolean {
    if (this.#options.wakesOnly || !this.#runner) return false;
    if (this.#active.has(conversation)) {
      this.#active.set(conversation, 'look_again');
      return true;
    }
    if (this.#isFull()) return false;
    const work = this.#work({ conversation }, 1)
      // It was reported; from here on the queue counts, waits longer each time, and gives up.
      .catch(() => this.#enqueue(conversation, queueDelayMs(1)))
      .finally(() => this.#begun.delete(work));
    this.#begun.add(work);
    return true;
  }

  #enqueue(conversation: string, inMs = 0): void {
    const waking = this.#queue
      .wake(conversation, inMs)
      // Whoever looks next finds it in the inbox.
      .catch((error: unknown) => report(this.#options, error, { conversation, attempt: 1, retryInMs: this.#pollMs }))
      .finally(() => this.#waking.delete(waking));
    this.#waking.add(waking);
  }

  async drain(): Promise<void> {
    do {
      await Promise.all(this.#waking);
      await this.#looking;
      await this.#look();
      while (!this.#isClosed && (this.#active.size > 0 || (await this.#pending([...this.#workers])) > 0))
        await pause(5);
    } while (this.#waking.size > 0);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#nextLook);
    await this.#looking;
    await this.#runner?.stop();
    while (this.#active.size > 0 || this.#begun.size > 0) await pause(5);
    await Promise.all(this.#waking);
    await this.#queue.leave(this.#options.holder).catch(() => undefined);
    await this.#queue.close();
  }

  deadLetters(): Promise<readonly DeadLetter[]> {
    return this.#queue.deadLetters();
  }

  redrive(conversation: string): Promise<void> {
    return this.#queue.wake(conversation);
  }

  /** Looks for what nobody was woken for; whoever asks meanwhile gets the same look. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    clearTimeout(this.#nextLook);
    if (this.#isClosed || this.#options.wakesOnly) return;
    const { store, holder, deadAfterMs = DEAD_AFTER_MS } = this.#options;
    try {
      await this.#queue.beat(holder, [...this.#workers], deadAfterMs);
      await this.#remindOfTimers();
      const waiting = await store.waiting(PAGE);
      await this.#queue.wakeForgotten(waiting.filter((conversation) => !this.#active.has(conversation)));
      this.#failedLooks = 0;
    } catch (error) {
      this.#failedLooks++;
      if (!this.#isClosed) report(this.#options, error, { attempt: this.#failedLooks, retryInMs: this.#pollMs });
    }
    if (!this.#isClosed) this.#nextLook = setTimeout(() => void this.#look(), Math.min(this.#pollMs, deadAfterMs / 3));
  }

  async #remindOfTimers(): Promise<void> {
    const { store, clock } = this.#options;
    const now = clock.now();
    for (const timer of await store.dueTimers(isoTime(now + REMIND_AHEAD_MS), PAGE)) {
      if (Date.parse(timer.dueAt) <= now) await this.#claim(timer);
      else await this.#queue.remind(timer);
    }
  }

  /** One that was cleared, set anew or claimed meanwhile leads to nothing. */
  async #claim(timer: TimerRecord): Promise<void> {
    const { store, clock } = this.#options;
    const claimed = await store.claimTimer(timer, timestampOf(clock));
    if (claimed?.status === 'accepted') await this.#queue.wake(claimed.conversation);
  }

  /** A job: throws what went wrong, so that the queue tries again later and remembers why. */
  async #work({ conversation }: { readonly conversation: string }, queueAttempt: number): Promise<void> {
    // What was begun without a job may have taken all places meanwhile.
    while (this.#isFull() && !this.#active.has(conversation)) await pause(5);
    if (this.#isClosed) return this.#again(conversation, 0);
    if (this.#active.has(conversation)) {
      // Whoever works on it here looks once more before leaving it.
      this.#active.set(conversation, 'look_again');
      return;
    }
    let item: string | undefined;
    try {
      do {
        this.#active.set(conversation, 'working');
        item = await firstItem(this.#options, conversation);
        if (item !== undefined && !(await this.#workOn(conversation, (next) => (item = next)))) return;
      } while (item !== undefined || this.#active.get(conversation) === 'look_again');
    } catch (error) {
      const { attempt } = this.#heldBack.afterFailure(conversation, item);
      report(this.#options, error, { conversation, attempt, retryInMs: queueDelayMs(queueAttempt) });
      throw error;
    } finally {
      this.#active.delete(conversation);
    }
  }

  /**
   * Works under the lease, if it can be had, until nothing waits. False when somebody else is to go on, who has been woken
   * for it. The inbox is looked at again after the lease was given back: what came in between woke somebody who found it
   * taken.
   */
  async #workOn(conversation: string, onItem: (item: string) => void): Promise<boolean> {
    const lease = await this.#acquire(conversation);
    if (!lease) {
      this.#elsewhere.add(conversation);
      await this.#again(conversation, this.#pollMs);
      return false;
    }
    this.#elsewhere.delete(conversation);
    let isLeft = false;
    await workUnderLease(this.#options, lease, {
      onItem,
      goesOn: async (next) => {
        this.#heldBack.free(conversation);
        isLeft = next !== undefined && (this.#isClosed || (this.#isFull() && (await this.#pending([])) > 0));
        return !isLeft;
      },
    });
    if (isLeft) await this.#again(conversation, 0);
    return !isLeft;
  }

  /** What this process has taken and not begun, and what waits for a place. */
  #pending(workers: readonly string[]): Promise<number> {
    return this.#queue.pending(workers, [...this.#elsewhere]);
  }

  #isFull(): boolean {
    return this.#active.size >= this.#options.concurrency;
  }

  #again(conversation: string, inMs: number): Promise<void> {
    return this.#queue.wake(conversation, inMs);
  }

  #acquire(conversation: string): Promise<Lease | undefined> {
    const { store, holder, clock, leaseTtlMs = LEASE_TTL_MS } = this.#options;
    return store.acquireLease(conversation, holder, leaseTtlMs, timestampOf(clock));
  }
}

/** How long the queue waits after so many attempts. Source: graphile-worker, "exponential backoff". */
function queueDelayMs(attempt: number): number {
  return Math.round(Math.exp(Math.min(10, attempt)) * 1_000);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
