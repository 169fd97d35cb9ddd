/** What is kept of a server that would not stay up. */
export interface RestartState {
  /** Failed starts and early ends in a row. */
  readonly failures: number;
  /** It is not started again before, by the clock of `performance.now()`. */
  readonly notBefore: number;
}

export const NEVER_FAILED: RestartState = { failures: 0, notBefore: 0 };

/** So many failures in a row open the circuit: from then on it is tried once a minute, and nobody waits for it. */
export const CIRCUIT_OPENS_AFTER = 5;

/** Before the second, third … start; the first restart is made at once, since most ends are single ones. */
const PAUSES_MS = [0, 250, 1_000, 4_000] as const;
const CIRCUIT_PAUSE_MS = 60_000;

/** After one more failure. */
export function afterFailure({ failures }: RestartState, now: number): RestartState {
  const count = failures + 1;
  return { failures: count, notBefore: now + (PAUSES_MS[count - 1] ?? CIRCUIT_PAUSE_MS) };
}

/** Whether it may be started now. `open`: it has failed so often that only a single try is made at a time. */
export function circuitOf({ failures, notBefore }: RestartState, now: number): 'closed' | 'backing_off' | 'open' {
  if (now >= notBefore) return 'closed';
  return failures >= CIRCUIT_OPENS_AFTER ? 'open' : 'backing_off';
}
