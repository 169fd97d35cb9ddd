import type { Boundary } from '@rolecall/assets';
import type { CapabilityKey, JsonObject, JsonValue, Language } from '@rolecall/base';
import type { CustomerText, EarlierRead, TaskState } from './call-context.ts';
import type { ReliedFact } from './confirmation/relied-facts.ts';
import type { Identity } from './identity.ts';
import type { OperationState } from './operations/operation.ts';
import type { Receipt } from './receipt.ts';
import type { CallRemarks, ResourceState } from './resource-port.ts';

/**
 * Everything one decision depends on beside the call, the release and its capability space. Plain data: it is recorded
 * with the decision, and the same function over it gives the same decision again. Source: design, section 7.
 */
export interface CallInputs {
  readonly now: string;
  /** Of the contact's last message. */
  readonly language: Language;
  readonly contact: { readonly id: string; readonly external_id: string; readonly level: 'anonymous' | 'verified' };
  /** By which read the contact is who `contact` says; absent where the channel alone says so. */
  readonly identity?: Identity | undefined;
  readonly conversation: { readonly id: string; readonly channel: string };
  readonly employee: { readonly id: string; readonly grants: readonly string[]; readonly time_zone: string };
  /** Of the task that binds the contract. */
  readonly configuration: JsonObject;
  /** What the customer said in this conversation, as far as it may prove an argument. */
  readonly said: readonly CustomerText[];
  readonly earlierReads: readonly EarlierRead[];
  /** The answers to what the decision asked for, as they came in. */
  readonly task?: TaskState | undefined;
  readonly resource?: ResourceState | undefined;
  readonly ledger?: LedgerInput | undefined;
  /** Counter → how often it was raised in its window. */
  readonly counters?: Readonly<Record<string, number>> | undefined;
  /** By id of the precondition. */
  readonly reads?: Readonly<Record<string, ReadInput>> | undefined;
  readonly confirmation?: ConfirmationInput | undefined;
  readonly approval?: ApprovalInput | undefined;
  /**
   * `key_taken`, `limit_reached`: the store refused the commit of an earlier `allow` on these inputs, because somebody else
   * was faster. `identity_changed`: the conversation is known to be somebody else's.
   */
  readonly refused?: 'key_taken' | 'limit_reached' | 'identity_changed' | undefined;
}

/** Who holds the ledger key of a write, if anybody. */
export interface LedgerInput {
  readonly base: string;
  readonly holder?:
    | {
        readonly operation: string;
        readonly intent: number;
        /** `missing`: the key is held by an operation of which nothing is known. */
        readonly state: OperationState | 'missing';
        /** Hash of the arguments that the customer chose. */
        readonly wish: string;
        /** When it ended, or else began. */
        readonly at: string;
        readonly receipt?: Receipt | undefined;
      }
    | undefined;
}

/** What came of a read that a precondition asked for. */
export interface ReadInput {
  readonly capability: CapabilityKey;
  readonly arguments: JsonObject;
  readonly outcome: 'succeeded' | 'failed';
  /** The result code of its contract, the block code, or why there was no answer. */
  readonly code: string;
  /** The boundary that held it back. */
  readonly boundary?: Boundary | undefined;
  /** What expressions see; null when it failed. */
  readonly result: JsonValue;
  /** The read contract's own text for the customer. */
  readonly say?: string | undefined;
  readonly detail?: string | undefined;
  readonly at: string;
  /** What happened on the way: no condition looks at it. */
  readonly remarks?: CallRemarks | undefined;
}

/** The customer's answer to a notice. */
export interface ConfirmationInput {
  readonly operation: string;
  readonly answer: 'yes' | 'no';
  readonly by: 'text' | 'button';
  /** The notice that was shown. */
  readonly notice: {
    readonly hash: string;
    readonly argumentsHash: string;
    readonly language: Language;
    readonly shownAt: string;
    readonly expiresAt: string;
    readonly facts?: readonly ReliedFact[] | undefined;
  };
  /** The operations that stood in one list with it: what one of them teaches corrects none of them. */
  readonly shownWith?: readonly string[] | undefined;
  /** When it was given, where that was before this decision: an operator's word was waited for. */
  readonly answeredAt?: string | undefined;
  /** True when nothing was sent after the notice. A button answers its own notice either way. */
  readonly noticeIsLast: boolean;
  /** True when the operation no longer waits: a confirmation counts once. */
  readonly used: boolean;
}

/** What became of a request for an operator's approval. */
export interface ApprovalInput {
  readonly operation: string;
  readonly verdict: 'approve' | 'refuse' | 'expired';
  /** Who gave it; nobody where it expired. */
  readonly person?: string | undefined;
  /** What the operator was shown. */
  readonly request: {
    readonly hash: string;
    readonly argumentsHash: string;
    readonly language: Language;
    readonly requestedAt: string;
    readonly expiresAt: string;
    readonly facts?: readonly ReliedFact[] | undefined;
  };
  /** True when the operation no longer waits for it: an approval counts once. */
  readonly used: boolean;
}

/**
 * What a decision still has to know. Deciding is pure: it names what it lacks, the executor gets it and asks again.
 * Nothing is asked for before the boundaries that need nothing have passed.
 */
export interface Needs {
  readonly verdict: 'needs';
  readonly task?:
    | { readonly task: string; readonly provenFacts: JsonObject; readonly subject: JsonValue | undefined }
    | undefined;
  readonly resource?: true | undefined;
  readonly ledger?: { readonly base: string } | undefined;
  readonly counters?: readonly { readonly counter: string; readonly since: string }[] | undefined;
  readonly reads?: readonly ReadNeed[] | undefined;
}

/** A read that a precondition asks for. */
export interface ReadNeed {
  readonly id: string;
  readonly capability: CapabilityKey;
  readonly arguments: JsonObject;
}
