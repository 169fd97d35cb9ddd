import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Clock, JsonObject, JsonValue } from '@rolecall/base';
import type { Writing } from '@rolecall/journal';
import type { TokenCounter } from './token-counter.ts';

/** A tool as the round offers it to the model. */
export interface RoundTool {
  readonly name: string;
  /** What a person calls it, in the round's language; the kernel's own sentences use it. The name without it. */
  readonly title?: string | undefined;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly inputSchema: JsonObject;
  /** Reads of a step run in parallel; then its writes, one by one in source order. */
  readonly effect: 'read' | 'write';
  /** Of one call, where it depends on the input: one tool may stand for many. `effect` without it. */
  readonly effectOf?: ((input: JsonObject) => 'read' | 'write') | undefined;
  /** The capability that it serves, where it serves a declared one. Source: RolePack, section 四·一. */
  readonly capability?: string | undefined;
  /** What a person is shown before they say whether a call may run, such as a diff; its input alone without it. */
  readonly preview?: ((call: RoundToolCall) => Promise<CallPreview | RefusedPreview>) | undefined;
  /** Runs one call. Never throws for what lies in the input: that goes back to the model as a result. */
  execute(call: RoundToolCall): ToolRun;
}

/** A call under way: a writing where the tool puts something on record itself. */
export type ToolRun = Writing<RoundToolResult> | Promise<RoundToolResult> | RoundToolResult;

export interface RoundToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly step: number;
  readonly signal: AbortSignal | undefined;
  /** The state of the world for which a person has said yes; the call must not run in another one. */
  readonly basis?: string | undefined;
}

/** What a call would do, as it stands now. */
export type CallPreview = { readonly text: string; readonly basis?: string | undefined };

/** The call cannot run as it is: nobody has to be asked. */
export interface RefusedPreview {
  readonly refused: RoundToolResult;
}

export interface RoundToolResult {
  /** What the model is told. */
  readonly output: JsonValue;
  readonly isError?: boolean | undefined;
  /** The round ends after this step and no further model step runs: a notice is shown, a question asked. */
  readonly endsRound?: boolean | undefined;
  /** The host itself tells the customer what came of it: a model that then says nothing has forgotten nothing. */
  readonly isTold?: boolean | undefined;
  /** A skill that is active from now on: its text stands in the system part of every further request. */
  readonly activates?: ActiveSkill | undefined;
  /** The output goes to the model at any length: it has limits of its own. */
  readonly isWhole?: boolean | undefined;
}

/** A skill that was read: its text reaches the model byte for byte until the pack is switched or the talk ends. */
export interface ActiveSkill {
  readonly name: string;
  readonly text: string;
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
  /** Oldest first, and complete: which of them are loaded is the budget's to say. */
  readonly history: readonly PastRound[];
  /** Rounds that lie between the first of `history` and the second and were not read; none without it. */
  readonly historyGap?: number | undefined;
  /**
   * The round behind the first one with which the request before began (`RoundResult.rounds[1]`). As long as it fits,
   * this one begins there too, so that its prefix stays the same.
   */
  readonly loadedFrom?: string | undefined;
  /** The stored summaries by round. With them, rounds that have grown old give way to theirs. */
  readonly summaries?: ReadonlyMap<string, StoredSummary> | undefined;
  /** The latest five; they follow the stable text. */
  readonly activeSkills?: readonly ActiveSkill[] | undefined;
  /** What this round has already said before it was interrupted; it goes on from there. */
  readonly resumed?: { readonly messages: readonly PastMessage[]; readonly steps: number } | undefined;
  readonly input: string;
  readonly tools: readonly RoundTool[];
  readonly options: RoundOptions;
  readonly signal?: AbortSignal | undefined;
  /** Told as it happens; nothing depends on it. */
  readonly onEvent?: ((event: RoundEvent) => void) | undefined;
  readonly ports?: RoundPorts | undefined;
}

/** What a stored summary is to the kernel. */
export interface StoredSummary {
  readonly id: string;
  readonly text: string;
}

/** What a round uses of the world; each has a default. */
export interface RoundPorts {
  /** The class-based estimate without it. */
  readonly counter?: TokenCounter | undefined;
  /** Takes secrets out of what the model wrote, before anything of it is used or recorded. */
  readonly redact?: (<Value>(value: Value) => Value) | undefined;
  /** Waits before a retry; resolves early when the signal aborts. */
  readonly sleep?: ((delayMs: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /**
   * Told what a tool threw, against its promise. The model learns only that the outcome is unknown and nothing of it is
   * recorded, since nobody has taken secrets out of it. A process warning without it.
   */
  readonly onToolThrew?: ((thrown: unknown, call: RoundToolCall) => void) | undefined;
  /** Read for a `Retry-After` that names a date. */
  readonly clock?: Clock | undefined;
  /** Input that is to join the running round, each text once; asked before every step and before a natural end. */
  readonly takeSteering?: (() => readonly string[]) | undefined;
  /**
   * Looks at the answer with which the round would end by itself. What it answers is told to the model, which is then asked
   * once more, without tools; once in a round, and not when a limit is reached.
   */
  readonly correct?: ((text: string) => string | undefined) | undefined;
  /** Told which rounds the request holds, as they are or as their summary, before the first step. */
  readonly onContext?: ((rounds: readonly string[]) => void) | undefined;
  /**
   * Keeps a tool result that is over its cap and answers the reference under which `read_result` finds it. Without it
   * no result is capped. The text is written to the journal as well, in `kernel.large_result`.
   */
  readonly keepResult?: ((text: string) => string) | undefined;
  /** Marks what is left of a cut result as a material: marks inside it may have been cut off. */
  readonly quoteResult?: ((text: string) => string) | undefined;
}

export interface RoundOptions {
  /** Tokens; 120,000 where the host has no setting. Source: RolePack, section 六 C, note 1. */
  readonly windowTokens: number;
  /** Steps of a round; the pack may lower it, never raise it. 50 by default. */
  readonly maxIterations: number;
  readonly temperature?: number | undefined;
  readonly outputLimit?: number | undefined;
  /** Calls of a round; when they are used up the round wraps up. No limit without it. Source: `global.stepBudget`. */
  readonly callBudget?: number | undefined;
  /** Tokens in and out of a round; when they are used up the round wraps up. Source: `global.tokenBudget`. */
  readonly tokenBudget?: number | undefined;
  /** False: the answer is asked for whole. Streamed without it. Source: `act.streaming`. */
  readonly streaming?: boolean | undefined;
  /** One closing review by the model itself when the round ran a tool. Source: `reflect.selfReview`. */
  readonly selfReview?: boolean | undefined;
  /** The round ends after each step with calls and goes on when the user says so. Source: `act.multiStepReasoning`. */
  readonly isStepByStep?: boolean | undefined;
  /** How many of the newest rounds stay as they are, and in which steps the others give way; 5 and 5. The host's. */
  readonly replace?: { readonly keepRounds: number; readonly stepRounds: number } | undefined;
  /** Offers the model `compress_context`. */
  readonly offersCompress?: boolean | undefined;
  /** What a summary looks at, in the place of the general framing. Source: `prepare.summaryFocus`. */
  readonly summaryFocus?: string | undefined;
  /** Tokens over which a tool result is kept apart (`keepResult`); a twelfth of the window without it. */
  readonly resultCapTokens?: number | undefined;
  /** Reported tokens for one counted token, as earlier rounds have shown; 1 without it. */
  readonly countCorrection?: number | undefined;
  /** How long a model may be silent before its step counts as failed; 120,000 by default. */
  readonly modelTimeoutMs?: number | undefined;
  /**
   * When the model fails: `retry` asks again up to twice, with backoff; `degrade` asks once more for an answer without
   * tools and else says in fixed words what ran; `stop` ends at once.
   */
  readonly errorHandling: 'retry' | 'degrade' | 'stop';
  /** Handed to the provider unread. `builtin/matcher` gets its capability space here. */
  readonly providerOptions?: SharedV4ProviderOptions | undefined;
  /** In which the kernel's own sentences are written. */
  readonly language: 'zh' | 'en';
  /** In which the model is spoken to, where that stays the same while the user's language changes; `language` without it. */
  readonly promptLanguage?: 'zh' | 'en' | undefined;
}

/** What happens inside a round, as it happens. */
export type RoundEvent =
  | { readonly type: 'step_started'; readonly step: number }
  | { readonly type: 'text_delta'; readonly step: number; readonly text: string }
  | {
      readonly type: 'call_started';
      readonly step: number;
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
    }
  | {
      readonly type: 'call_ended';
      readonly step: number;
      readonly id: string;
      readonly name: string;
      readonly isError: boolean;
      /** Whole, as the tool gave it; nothing when the tool threw. */
      readonly output: JsonValue;
    }
  | { readonly type: 'step_ended'; readonly step: number; readonly finish: string }
  | { readonly type: 'retrying'; readonly step: number; readonly reason: string; readonly delayMs: number }
  | { readonly type: 'steered'; readonly step: number; readonly text: string }
  | { readonly type: 'shrunk'; readonly step: number; readonly windowTokens: number }
  | { readonly type: 'compressed'; readonly step: number; readonly messages: number };

/** How a round ended and what it said. */
export interface RoundResult {
  readonly end: RoundEnd;
  /**
   * The text of the last step without a call: what the employee would say. Empty when there is none. With `refused`,
   * `step_limit` and `degrade` the kernel's own words where the model has none; with `aborted` what was said so far.
   */
  readonly text: string;
  /** The answer that `correct` had said otherwise; `text` is then what was said in its place, empty when nothing was. */
  readonly uncorrected?: string | undefined;
  readonly steps: number;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  /** All messages of the round after the input, for the next round's history. */
  readonly messages: readonly PastMessage[];
  /**
   * What happened, for the record: always with `refused`, `model_failed` and `step_limit`, and with `natural` when the
   * answer was given in a degraded step.
   */
  readonly problem?: { readonly code: string; readonly message: string } | undefined;
  /** What the provider has taught: its real window where it refused a request as too long, and how it counts. */
  readonly learned: { readonly windowTokens?: number | undefined; readonly countCorrection: number };
  /** Ids of the rounds that stood in the first request, as they were or as their summary. */
  readonly rounds: readonly string[];
}

export type RoundEnd =
  /** The model said what it wanted to say. */
  | 'natural'
  /** A tool ended it: a notice or a question goes out instead of model text. */
  | 'ended_by_tool'
  /** A limit was reached or a call repeated without progress; `text`, never empty, says what is done and what is left. */
  | 'step_limit'
  /** The input leaves no room to run; nothing was sent to the model. */
  | 'refused'
  /** The model could not be reached or returned nothing usable. */
  | 'model_failed'
  | 'aborted';
