import type { ResultCode } from '@rolecall/assets';
import type { CapabilityKey, JsonObject, Language } from '@rolecall/base';
import type { ReliedFact } from './confirmation/relied-facts.ts';
import type { Decision } from './decision.ts';
import type { BlockCode } from './parts/block-codes.ts';

/** Proof that a call ended: what came of it, when, and what the contract lets us see of the result. */
export interface Receipt {
  /** The operation of a write, the call of a read. */
  readonly id: string;
  readonly capability: CapabilityKey;
  /** `id@version` of the contract. */
  readonly contract: string;
  readonly task: string;
  readonly effect: 'read' | 'write';
  readonly outcome: 'succeeded' | 'failed' | 'unknown';
  /**
   * The result code; `not_sent`, `timed_out`, `connection_lost`, `cancelled`, `answer_too_large`, `crashed` or `otherwise`
   * where the contract's codes do not apply.
   */
  readonly code: string;
  readonly at: string;
  readonly arguments: JsonObject;
  /** Projected by the contract; nothing else of the tool's result leaves the gate. */
  readonly result: JsonObject;
  /** Texts of the result that were too long for it: where they stand, under which reference they are kept, how much is shown. */
  readonly cut?:
    | readonly {
        readonly field: string;
        readonly reference: string;
        readonly characters: number;
        /** From here on it is to be read there. */
        readonly shown: number;
      }[]
    | undefined;
  /** Facts that it sets in the task instance. */
  readonly facts: JsonObject;
  /** True when every argument was proven, so that later calls may choose from it. */
  readonly proven: boolean;
  /** The platform tool that made it: its effect is this receipt and what follows from it, and nothing outside. */
  readonly platform?: string | undefined;
  /** Arguments that were not sent and that a fact of the task instance filled. */
  readonly reused?: readonly string[] | undefined;
  /** What may be told, and how. A fixed text is already rendered. */
  readonly telling:
    | { readonly mode: 'fixed'; readonly text: string }
    | { readonly mode: 'model'; readonly mustInclude: readonly string[] };
  /** The event that the contract declares for the code; `sys_operation_in_doubt` for a write of unknown outcome. */
  readonly event?: string | undefined;
  /** What the contract says comes next after this code; whoever proposed the call carries it out. */
  readonly then?: NonNullable<ResultCode['then']> | undefined;
  /** The question of `then: { ask }`, rendered. */
  readonly ask?: { readonly argument: string; readonly text: string } | undefined;
}

/** The exact text that asks the customer to confirm one operation. */
export interface Notice {
  readonly operation: string;
  readonly capability: CapabilityKey;
  readonly text: string;
  readonly language: Language;
  readonly argumentsHash: string;
  /** Hash of `text`. */
  readonly hash: string;
  readonly expiresAt: string;
  /** From the contract: a bare acknowledgement counts as a yes. */
  readonly acknowledgementConfirms: boolean;
  /** The facts that it relies on; when one of them is corrected, a yes to it is stale. */
  readonly facts?: readonly ReliedFact[] | undefined;
}

/** The exact text that asks an operator to approve one operation. */
export type ApprovalRequest = Omit<Notice, 'acknowledgementConfirms'>;

/** What a call came to, for the room that proposed it. */
export type CallOutcome =
  | { readonly kind: 'ended'; readonly receipt: Receipt }
  | { readonly kind: 'awaiting_confirmation'; readonly notice: Notice; readonly decision: Decision }
  /** An operator has to approve it; whatever the customer had to say has been said. */
  | { readonly kind: 'awaiting_approval'; readonly request: ApprovalRequest; readonly decision: Decision }
  | {
      readonly kind: 'blocked';
      readonly call: string;
      readonly capability: CapabilityKey;
      readonly decision: Extract<Decision, { verdict: 'block' }>;
      readonly code: BlockCode;
      /** The question that would complete it, rendered in the customer's language. */
      readonly ask?: { readonly argument: string; readonly text: string } | undefined;
      /** With `duplicate_operation`: the first one's receipt. With `operation_in_doubt`: the operation in doubt. */
      readonly earlier?:
        | { readonly operation: string; readonly at: string; readonly receipt?: Receipt | undefined }
        | undefined;
    };
