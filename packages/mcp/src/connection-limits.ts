/** How long and how large; all have defaults. */
export interface ConnectionLimits {
  readonly startTimeoutMs: number;
  /** How long a starting server may take to say which protocol revision it speaks; a silent one is taken for older. */
  readonly probeTimeoutMs: number;
  readonly listTimeoutMs: number;
  /** A larger answer is refused. */
  readonly answerLimitBytes: number;
  /** A larger answer is said to be large, for whoever keeps it. */
  readonly largeAnswerBytes: number;
  /** Between two looks at whether a remote server is still there. */
  readonly pingIntervalMs: number;
  /** Of a write that timed out: how much longer its answer is listened for. */
  readonly lateAnswerMs: number;
  /** A server that nobody has used for so long is stopped, and started again when it is needed. */
  readonly idleStopMs: number;
  /** Where each conversation has a server of its own: how long one waits for a place. */
  readonly placeTimeoutMs: number;
}

/** How long one message of a server may be: an answer may stand in it twice, as structured content and as text. */
export function messageLimitOf({ answerLimitBytes }: Pick<ConnectionLimits, 'answerLimitBytes'>): number {
  return Math.ceil(answerLimitBytes * 2.5);
}

export const DEFAULT_LIMITS: ConnectionLimits = {
  startTimeoutMs: 30_000,
  probeTimeoutMs: 5_000,
  listTimeoutMs: 5_000,
  answerLimitBytes: 4 * 1024 * 1024,
  largeAnswerBytes: 1024 * 1024,
  pingIntervalMs: 30_000,
  lateAnswerMs: 600_000,
  idleStopMs: 600_000,
  placeTimeoutMs: 60_000,
};
