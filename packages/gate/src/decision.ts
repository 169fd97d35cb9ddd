import type { Boundary } from '@rolecall/assets';
import type { CapabilityKey, JsonObject, JsonValue } from '@rolecall/base';

/** Why a call was blocked; each belongs to one boundary. Source: design, section 6. */
export type BlockCode =
  | 'task_not_installed'
  | 'capability_not_bound'
  | 'stage_not_open'
  | 'requirement_not_permitted'
  | 'role_not_declared'
  | 'strategy_forbids'
  | 'resource_not_bound'
  | 'credential_missing'
  | 'resource_unavailable'
  | 'tool_drifted'
  | 'argument_missing'
  | 'argument_invalid'
  | 'argument_refused'
  | 'not_authorized'
  | 'limit_reached'
  | 'operation_in_doubt'
  | 'duplicate_operation'
  | 'precondition_failed'
  | 'guard_failed'
  | 'confirmation_required'
  | 'confirmation_stale'
  | 'confirmation_declined';

/** One condition inside a boundary, for whoever unfolds the decision. */
export interface CheckPart {
  /** What was looked at: `argument order_id`, `guard still_pending`, `ledger`, `confirmation` … */
  readonly what: string;
  readonly outcome: 'pass' | 'fail' | 'not_evaluated';
  /** What it was compared with and what was found, in one line; no secret, no stack. */
  readonly detail?: string | undefined;
}

/** What one boundary said about one call. */
export interface Check {
  readonly boundary: Boundary;
  readonly outcome: 'pass' | 'fail' | 'not_evaluated';
  readonly code?: BlockCode | undefined;
  readonly parts: readonly CheckPart[];
}

/** Where an argument's value was found. */
export interface ArgumentOrigin {
  readonly argument: string;
  readonly from: 'customer' | 'choice_of' | 'enum' | 'derived' | 'open' | 'system' | 'fact' | 'confirmed' | 'unproven';
  /** The message or read it stands in. */
  readonly sequence?: number | undefined;
  /** Characters `[start, end)` in that message, or the path in that read. */
  readonly at?: string | undefined;
  /** Of a fact: the call or operation by which it became one. */
  readonly by?: string | undefined;
}

/** Arguments as they will be sent, after normalisation, defaults and system values. */
export interface PreparedArguments {
  readonly values: JsonObject;
  readonly origins: readonly ArgumentOrigin[];
  /** Content hash of contract id and version and `values`. */
  readonly hash: string;
}

/** What became of one proposed call of a capability. */
export type Decision =
  | { readonly verdict: 'allow'; readonly checks: readonly Check[]; readonly prepared: PreparedArguments }
  | {
      readonly verdict: 'block';
      readonly checks: readonly Check[];
      readonly boundary: Boundary;
      readonly code: BlockCode;
      /** The asset's own `otherwise.code`. */
      readonly reason?: string | undefined;
      /** The argument at fault. */
      readonly argument?: string | undefined;
      /** The asset's own text for the customer, rendered in their language. */
      readonly say?: string | undefined;
      /** As far as they were prepared. */
      readonly prepared?: PreparedArguments | undefined;
    };

/** A use of a capability that somebody proposes. Nothing has happened yet. */
export interface ProposedCall {
  /** Unique in the conversation; a model's tool call id is not enough. */
  readonly id: string;
  readonly capability: CapabilityKey;
  readonly arguments: JsonObject;
}

/** An argument's value that the gate may look up for a projection, a text or a record. */
export type ArgumentValues = Readonly<Record<string, JsonValue>>;
