import type { Boundary } from '@rolecall/assets';
import type { CapabilityKey, JsonObject, JsonValue } from '@rolecall/base';
import type { BlockCode } from './parts/block-codes.ts';
import type { OriginKind } from './parts/origins.ts';

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
  readonly from: OriginKind;
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
