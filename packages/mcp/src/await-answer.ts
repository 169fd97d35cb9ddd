/** How long to wait for an answer. */
export interface Patience {
  /** Without an answer and without a word of progress for so long, the call has timed out. */
  readonly timeoutMs: number;
  /** However much progress is told. */
  readonly totalTimeoutMs: number;
  /** Of a call that timed out: how much longer an answer is listened for. 0 gives the call up at once. */
  readonly lateMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type Awaited<Answer> =
  | { readonly status: 'answered'; readonly answer: Answer }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'timed_out' /** Settles when it is answered after all. */; readonly late?: Promise<Answer> }
  | { readonly status: 'cancelled' };

/** What a request is made with; it is given up, and the server told so, through the signal. */
export interface RequestHandle {
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

/**
 * Waits for the answer of a request, and tells a time-out from a cancellation by who ended the wait: the protocol's own
 * error is the same for both.
 *
 * Who asked for late answers keeps the request open after a time-out: telling the server to stop would end what may be
 * half done, and its answer is the best there is to say what became of it.
 */
export async function awaitAnswer<Answer>(
  request: (handle: RequestHandle) => Promise<Answer>,
  { timeoutMs, totalTimeoutMs, lateMs, signal }: Patience,
): Promise<Awaited<Answer>> {
  const givenUp = new AbortController();
  const ended = Promise.withResolvers<'timed_out' | 'cancelled'>();
  let timer = setTimeout(() => ended.resolve('timed_out'), timeoutMs);
  const total = setTimeout(() => ended.resolve('timed_out'), totalTimeoutMs);
  const onAbort = () => ended.resolve('cancelled');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const onProgress = () => {
    clearTimeout(timer);
    timer = setTimeout(() => ended.resolve('timed_out'), timeoutMs);
  };
  const answer = request({ signal: givenUp.signal, onProgress });
  try {
    const first = await Promise.race([answer.then((value) => ({ value })), ended.promise]);
    if (typeof first !== 'string') return { status: 'answered', answer: first.value };
    if (first === 'cancelled' || lateMs === 0) {
      givenUp.abort(new Error(first === 'cancelled' ? 'The call was cancelled.' : 'The call timed out.'));
      answer.catch(() => undefined);
      return { status: first };
    }
    const stop = setTimeout(() => givenUp.abort(new Error('The call timed out.')), lateMs);
    stop.unref();
    return { status: 'timed_out', late: answer.finally(() => clearTimeout(stop)) };
  } catch (error) {
    // It may be over for us and not for who was asked.
    givenUp.abort(new Error('The call has failed.'));
    return { status: 'failed', error };
  } finally {
    clearTimeout(timer);
    clearTimeout(total);
    signal?.removeEventListener('abort', onAbort);
  }
}
