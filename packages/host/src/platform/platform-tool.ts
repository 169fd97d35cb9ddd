import type { CapabilityKey, JsonObject } from '@rolecall/base';
import type { ResourceAnswer } from '@rolecall/gate';

/** One call of a platform tool, by the contract's argument names. */
export interface PlatformCall {
  readonly capability: CapabilityKey;
  readonly arguments: JsonObject;
  /** The operation of a write, the call of a read. The same id gives the same answer. */
  readonly requestId: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Whether a platform tool can be used now, and in one line without secrets why not. */
export type PlatformState = { readonly ready: true } | { readonly ready: false; readonly reason: string };

/**
 * A tool of the engine itself, bound by name: `resources: { <capability>: { platform: <name> } }`.
 *
 * One that writes does nothing when it is called: it answers with structured content, and its effect is the receipt and
 * what is projected from it, so that both are one commit and a crash before it leaves nothing. It may therefore never reach
 * outside; what does is an MCP server's. One that reads may look wherever it likes, and answers `no_answer` when it gets
 * none. Source: docs/decisions/0005-a-platform-tool-acts-by-its-receipt.md.
 */
export interface PlatformTool {
  inspect(): Promise<PlatformState>;
  call(call: PlatformCall): Promise<ResourceAnswer>;
}

/** By the name that a binding gives. */
export type PlatformTools = ReadonlyMap<string, PlatformTool>;

/** The answer of a tool that did what was asked. */
export function answered(structured: JsonObject): ResourceAnswer {
  return { status: 'answered', structured, isError: false };
}
