import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { JsonObject, JsonValue } from '@rolecall/base';
import type { Writing } from '@rolecall/journal';

/** A tool as the round offers it to the model. */
export interface RoundTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly inputSchema: JsonObject;
  /** Reads of a step run in parallel; then its writes, one by one in source order. */
  readonly effect: 'read' | 'write';
  /** Runs one call. Never throws for what lies in the input: that goes back to the model as a result. */
  execute(call: RoundToolCall): Writing<RoundToolResult>;
}

export interface RoundToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly step: number;
  readonly signal: AbortSignal | undefined;
}

export interface RoundToolResult {
  /** What the model is told. */
  readonly output: JsonValue;
  readonly isError?: boolean | undefined;
  /** The round ends after this step and no further model step runs: a notice is shown, a question asked. */
  readonly endsRound?: boolean | undefined;
}

/** One earlier round as it stands in the history: what was said on both sides and what tools answered. */
export interface PastRound {
  readonly round: string;
  readonly messages: readonly PastMessage[];
}

export type PastMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly { readonly id: string; readonly name: string; readonly input: JsonObject }[];
    }
  | {
      readonly role: 'tool';
      readonly results: readonly {
        readonly id: string;
        readonly name: string;
        readonly output: JsonValue;
        readonly isError?: boolean | undefined;
      }[];
    };

/** What a round is given. */
export interface RoundInput {
  readonly model: LanguageModelV4;
  /** Most stable first: identity, disclosure, persona, rules, skill list, policy, task list. Never changed by the kernel. */
  readonly stableText: string;
  /** What changes from round to round: open tasks, facts, closed capabilities, time. Goes right before the input. */
  readonly changingText: string;
  /** Oldest first. */
  readonly history: readonly PastRound[];
  readonly input: string;
  readonly tools: readonly RoundTool[];
  readonly options: RoundOptions;
  readonly signal?: AbortSignal | undefined;
  /** Told as it happens; nothing depends on it. */
  readonly onEvent?: ((event: RoundEvent) => void) | undefined;
}

export interface RoundOptions {
  /** Tokens; 120,000 where the host has no setting. Source: RolePack, section 六 C, note 1. */
  readonly windowTokens: number;
  /** Steps of a round; the pack may lower it, never raise it. 50 by default. */
  readonly maxIterations: number;
  readonly temperature?: number | undefined;
  readonly outputLimit?: number | undefined;
  readonly errorHandling: 'retry' | 'degrade' | 'stop';
  /** Handed to the provider unread. `builtin/matcher` gets its capability space here. */
  readonly providerOptions?: SharedV4ProviderOptions | undefined;
  /** In which the kernel's own sentences are written. */
  readonly language: 'zh' | 'en';
}

/** What happens inside a round, as it happens. */
export type RoundEvent =
  | { readonly type: 'step_started'; readonly step: number }
  | { readonly type: 'text_delta'; readonly step: number; readonly text: string }
  | { readonly type: 'call_started'; readonly step: number; readonly id: string; readonly name: string }
  | {
      readonly type: 'call_ended';
      readonly step: number;
      readonly id: string;
      readonly name: string;
      readonly isError: boolean;
    }
  | { readonly type: 'step_ended'; readonly step: number; readonly finish: string }
  | { readonly type: 'retrying'; readonly step: number; readonly reason: string; readonly delayMs: number };

/** How a round ended and what it said. */
export interface RoundResult {
  readonly end: RoundEnd;
  /** The text of the last step without a call: what the employee would say. Empty when there is none. */
  readonly text: string;
  readonly steps: number;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  /** All messages of the round after the input, for the next round's history. */
  readonly messages: readonly PastMessage[];
  /** With `refused` and `model_failed`: what happened, for the record. */
  readonly problem?: { readonly code: string; readonly message: string } | undefined;
}

export type RoundEnd =
  /** The model said what it wanted to say. */
  | 'natural'
  /** A tool ended it: a notice or a question goes out instead of model text. */
  | 'ended_by_tool'
  /** `maxIterations` was reached; `text` says what is done and what is left. */
  | 'step_limit'
  /** The input leaves no room to run; nothing was sent to the model. */
  | 'refused'
  /** The model could not be reached or returned nothing usable. */
  | 'model_failed'
  | 'aborted';
