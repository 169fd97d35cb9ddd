/** How long and how large; all have defaults. */
export interface ConnectionLimits {
  readonly startTimeoutMs: number;
  /** How long a starting server may take to say which protocol revision it speaks; a silent one is taken for older. */
  readonly probeTimeoutMs: number;
  readonly listTimeoutMs: number;
  readonly answerLimitBytes: number;
  /** Between two looks at whether a remote server is still there. */
  readonly pingIntervalMs: number;
  /** Of a write that timed out: how much longer its answer is listened for. */
  readonly lateAnswerMs: number;
  /** A server that nobody has used for so long is stopped, and started again when it is needed. */
  readonly idleStopMs: number;
}

export const DEFAULT_LIMITS: ConnectionLimits = {
  startTimeoutMs: 30_000,
  probeTimeoutMs: 5_000,
  listTimeoutMs: 5_000,
  answerLimitBytes: 1024 * 1024,
  pingIntervalMs: 30_000,
  lateAnswerMs: 600_000,
  idleStopMs: 600_000,
};
