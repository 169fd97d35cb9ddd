import type { JsonObject } from '@rolecall/base';
import type { ResourceAnswer } from '@rolecall/gate';
import type { CallSampling } from './sampling/call-sampling.ts';

/** One call of a tool, mapped and ready to leave. */
export interface ToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** What goes beside the arguments, for the server and those before it. */
  readonly meta: JsonObject;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Asked in the same turn in which the bytes leave: a reason why they must not, or undefined. */
  readonly refusal: () => string | undefined;
  /** The server may fill a form with the form's defaults while it works on this call. */
  readonly mayElicit: boolean;
  /** What the server may have a model write while it works on this call; nothing without it. */
  readonly sampling?: CallSampling | undefined;
  /** Told an answer that comes after the call has timed out; absent when nobody wants it. */
  readonly onLate?: ((answer: ResourceAnswer) => void) | undefined;
}

/** What became of a call; `stale_session`: the server has forgotten us and did nothing. */
export type CallOutcome = ResourceAnswer | { readonly status: 'stale_session'; readonly reason: string };
