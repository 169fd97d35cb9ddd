/** Why a request was stopped. */
export type StopReason = 'aborted' | 'silent';

/** Silence is noticed after the time that it may last, and at most so small a part of it later. */
const TICKS = 8;

/**
 * Watches over the requests of one round: the round's own abort, and a model that is silent for too long. One timer and
 * one signal serve all of its requests; a request that was stopped gets a new signal for the next.
 */
export class ModelWatch {
  readonly #outer: AbortSignal | undefined;
  readonly #timeoutMs: number;
  #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #quietTicks = 0;
  #isArmed = false;
  #onStop: ((stopped: Stopped) => void) | undefined;
  reason: StopReason | undefined;

  constructor(outer: AbortSignal | undefined, timeoutMs: number) {
    this.#outer = outer;
    this.#timeoutMs = timeoutMs;
    if (outer?.aborted) this.#stop('aborted');
    else outer?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Begins a request and answers the signal that it is given. */
  begin(): AbortSignal {
    if (this.reason === 'silent') {
      this.reason = undefined;
      this.#controller = new AbortController();
    }
    if (this.reason === undefined) {
      this.#isArmed = true;
      this.#quietTicks = 0;
      this.#timer ??= setTimeout(this.#onTick, this.#timeoutMs / TICKS);
    }
    return this.#controller.signal;
  }

  /** The model has sent something. Ticks are counted anew: to move a timer or read the time for each part would cost more. */
  heard(): void {
    this.#quietTicks = 0;
  }

  /** The request is over; what comes now stops nothing. */
  end(): void {
    this.#isArmed = false;
    this.#onStop = undefined;
  }

  /** Answers what the promise answers, or throws once the request is stopped. */
  unlessStopped<Value>(promise: PromiseLike<Value>, onStopped: (value: Value) => void): Promise<Value> {
    if (this.reason !== undefined) {
      promise.then(onStopped, () => undefined);
      return Promise.reject(new Stopped());
    }
    return new Promise((resolve, reject) => {
      this.#onStop = (stopped) => {
        reject(stopped);
        promise.then(onStopped, () => undefined);
      };
      promise.then(resolve, reject);
    });
  }

  /** What is to happen when the request is stopped from now on. */
  onStop(act: () => void): void {
    this.#onStop = act;
  }

  /** The round is over. */
  close(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = () => this.#stop('aborted');
  readonly #onTick = () => {
    this.#timer = undefined;
    // The timer runs on between two requests, where silence is no fault of the model.
    if (!this.#isArmed) return;
    this.#quietTicks += 1;
    // The first of them may have come right after the model was heard.
    if (this.#quietTicks > TICKS) this.#stop('silent');
    else this.#timer = setTimeout(this.#onTick, this.#timeoutMs / TICKS);
  };

  #stop(reason: StopReason): void {
    this.reason = reason;
    const act = this.#onStop;
    this.#onStop = undefined;
    this.#controller.abort(new DOMException(MESSAGES[reason], reason === 'aborted' ? 'AbortError' : 'TimeoutError'));
    act?.(new Stopped());
  }
}

const MESSAGES: Readonly<Record<StopReason, string>> = {
  aborted: 'The round was aborted.',
  silent: 'The model was silent for too long.',
};

/** The request was stopped; `ModelWatch.reason` says why. */
export class Stopped extends Error {}
