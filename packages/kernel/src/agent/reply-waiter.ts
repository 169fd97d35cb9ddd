import type { AgentReply } from './agent-events.ts';

/** Somebody who waits for the reply to an input. */
export interface Waiter {
  readonly promise: Promise<AgentReply>;
  readonly resolve: (reply: AgentReply) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

export function waiterOf(signal: AbortSignal | undefined): Waiter {
  const { promise, resolve, reject } = Promise.withResolvers<AgentReply>();
  // Whoever resumes need not wait for every single one.
  promise.catch(() => undefined);
  return { promise, resolve, reject, signal };
}
