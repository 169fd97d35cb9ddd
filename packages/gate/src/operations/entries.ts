import type { Boundary } from '@rolecall/assets';
import type { CapabilityKey, JsonObject, JsonValue, Language } from '@rolecall/base';
import type { EntryDraft, JournalEntry } from '@rolecall/journal';
import { asJson, fromJson } from '../as-json.ts';
import type { ApprovalInput, CallInputs, ConfirmationInput, ReadInput } from '../call-inputs.ts';
import type { ReliedFact } from '../confirmation/relied-facts.ts';
import type { Decision, ProposedCall } from '../decision.ts';
import type { Identity } from '../identity.ts';
import type { BlockCode } from '../parts/block-codes.ts';
import type { ApprovalRequest, Notice, Receipt } from '../receipt.ts';
import type { LateResourceAnswer, SampledText } from '../resource-port.ts';

/** A decision with everything it was made from. Recomputed from this entry and its release, it is the same again. */
export interface DecisionData {
  readonly callId: string;
  readonly capability: CapabilityKey;
  readonly contact: string;
  readonly verdict: Decision['verdict'];
  readonly boundary?: Boundary | undefined;
  readonly code?: BlockCode | undefined;
  readonly reason?: string | undefined;
  /** Absent when no contract is bound. */
  readonly contract?: string | undefined;
  readonly effect?: 'read' | 'write' | undefined;
  readonly task?: string | undefined;
  readonly taskInstance?: string | undefined;
  /** Of a write that came as far as boundary 5. */
  readonly operation?: string | undefined;
  /** Where the decision leaves the operation. */
  readonly leadsTo?: 'blocked' | 'awaiting_confirmation' | 'awaiting_approval' | 'ready' | undefined;
  /** Ledger key without intent number, and hash of what the customer chose. */
  readonly base?: string | undefined;
  readonly wish?: string | undefined;
  readonly release: string;
  /** Hashes of the system assets that the release uses. */
  readonly system: Readonly<Record<string, string>>;
  readonly decisionVersion: number;
  readonly call: ProposedCall;
  readonly inputs: CallInputs;
  readonly decision: Decision;
  /** What the proven arguments became. */
  readonly facts: JsonObject;
}

/** What the receipts of a confirmation and of an approval share: what was answered, and what the decision on it relied on. */
export interface AnswerReceipt {
  readonly operation: string;
  readonly contact: string;
  readonly argumentsHash: string;
  readonly shown: { readonly text: string; readonly language: Language; readonly at: string };
  readonly arguments: JsonObject;
  /** Facts of the task instance, and the reads made for the decision. */
  readonly facts: JsonObject;
  readonly reads: Readonly<Record<string, ReadInput>>;
  /** The facts that the text relied on, with where each came from. */
  readonly relied?: readonly ReliedFact[] | undefined;
  readonly contract: string;
  readonly release: string;
  readonly causedBy?: string | undefined;
}

/** The data of each kind of entry that the gate writes. */
export interface GateEntries {
  'gate.decision': DecisionData;
  /** The notice is to be shown now; the operation waits for the answer. */
  'gate.awaiting_confirmation': {
    readonly operation: string;
    readonly contact: string;
    readonly expiresAt: string;
    readonly notice: Notice;
  };
  /**
   * The customer answered a notice: the receipt of a confirmation. It holds what was shown and what it was shown for, so
   * that it can be read alone; what it led to is the decision beside it, and the message that gave it is its cause.
   */
  'gate.confirmation_answered': AnswerReceipt & {
    readonly answer: 'yes' | 'no';
    readonly by: 'text' | 'button';
    readonly noticeHash: string;
    /** Of a notice that stood in a list: its number there, and how many stood in it. */
    readonly list?: { readonly number: number; readonly of: number } | undefined;
  };
  /** An operator is asked to approve it now; the customer has said what they had to say. */
  'gate.awaiting_approval': {
    readonly operation: string;
    readonly contact: string;
    readonly expiresAt: string;
    readonly contract: string;
    readonly request: ApprovalRequest;
    readonly arguments: JsonObject;
    /** The customer's yes, where one was needed, and the notice that it was given to. */
    readonly confirmation?: ConfirmationInput | undefined;
    readonly confirmed?: { readonly text: string; readonly at: string } | undefined;
  };
  /** What became of the request: the receipt of an approval. It can be read alone, like that of a confirmation. */
  'gate.approval_answered': AnswerReceipt & {
    readonly verdict: ApprovalInput['verdict'];
    readonly by: 'operator';
    readonly person?: string | undefined;
    readonly reason?: string | undefined;
    readonly requestHash: string;
  };
  /** The write is reserved and may leave from now on until `sendBy`. */
  'gate.executing': {
    readonly operation: string;
    readonly contact: string;
    readonly base: string;
    readonly intent: number;
    readonly sendBy: string;
    readonly mayFailAt: string;
    readonly counters: readonly string[];
    /** The platform tool that is called, where it is one: without a receipt nothing happened. */
    readonly platform?: string | undefined;
  };
  /** A read or write ended; the outcome of a write may be unknown. */
  'gate.call_ended': {
    readonly call: string;
    readonly contact: string;
    readonly effect: 'read' | 'write';
    readonly outcome: Receipt['outcome'];
    readonly code: string;
    readonly attempts: number;
    /** Why no code of the contract applies, and which declared fields could not be computed. */
    readonly problems: readonly string[];
    readonly receipt: Receipt;
    /** What the system had a model write for it. */
    readonly sampled?: readonly SampledText[] | undefined;
  };
  /** The answer of a call, whole: it was too large for a receipt. */
  'gate.large_answer': {
    readonly call: string;
    readonly contact: string;
    readonly bytes: number;
    readonly answer: JsonValue;
  };
  /** A text of a projected result, whole; a receipt names it by the reference. */
  'gate.kept_text': {
    readonly call: string;
    readonly contact: string;
    readonly field: string;
    readonly reference: string;
    readonly characters: number;
    readonly text: JsonValue;
  };
  /** A read told who the contact is in this conversation. */
  'gate.identified': {
    readonly call: string;
    readonly capability: CapabilityKey;
    readonly contact: string;
    readonly identity: Identity;
  };
  /** A write of unknown outcome turned out to have succeeded or failed. */
  'gate.settled': {
    readonly operation: string;
    readonly contact: string;
    readonly outcome: 'succeeded' | 'failed';
    readonly code: string;
    /** A person is named by `person`, with the reason they gave; a late answer stands in `answer`. */
    readonly by: 'read_back' | 'person' | 'late_answer';
    readonly person?: string | undefined;
    readonly reason?: string | undefined;
    readonly answer?: LateResourceAnswer | undefined;
    readonly read: ReadInput | null;
    readonly receipt: Receipt;
    /** Which declared fields could not be computed, or were too much. */
    readonly problems?: readonly string[] | undefined;
  };
  /** A read-back, a person's word or a late answer that could not say what became of a write. */
  'gate.not_settled': {
    readonly operation: string;
    readonly contact: string;
    readonly why: string;
    readonly answer?: LateResourceAnswer | undefined;
    readonly read: ReadInput | null;
  };
}

export type GateEntryKind = keyof GateEntries;

/** An entry of the gate, its data typed. */
export type GateEntry = {
  readonly [Kind in GateEntryKind]: Omit<JournalEntry, 'kind' | 'data'> & {
    readonly kind: Kind;
    readonly data: GateEntries[Kind];
  };
}[GateEntryKind];

/** Which fields hold what a person said, owns or is called, or a hash from which that could be guessed. */
const PERSONAL: Readonly<Record<GateEntryKind, readonly string[]>> = {
  'gate.decision': ['wish', 'call', 'inputs', 'decision', 'facts'],
  'gate.awaiting_confirmation': ['notice'],
  'gate.confirmation_answered': ['noticeHash', 'argumentsHash', 'shown', 'arguments', 'facts', 'reads', 'relied'],
  'gate.awaiting_approval': ['request', 'arguments', 'confirmation', 'confirmed'],
  'gate.approval_answered': [
    'reason',
    'requestHash',
    'argumentsHash',
    'shown',
    'arguments',
    'facts',
    'reads',
    'relied',
  ],
  'gate.executing': [],
  'gate.call_ended': ['receipt', 'sampled'],
  'gate.large_answer': ['answer'],
  'gate.kept_text': ['text'],
  'gate.identified': ['identity'],
  'gate.settled': ['read', 'receipt', 'reason', 'answer'],
  'gate.not_settled': ['read', 'answer'],
};

/** Those of them that are too large to be read with every entry. */
const APART_FIELDS: Readonly<Partial<Record<GateEntryKind, readonly string[]>>> = {
  'gate.large_answer': ['answer'],
  'gate.kept_text': ['text'],
};

export const GATE_ENTRY_KINDS = Object.keys(PERSONAL) as readonly GateEntryKind[];

/** An entry ready for a commit. */
export function gateEntry<Kind extends GateEntryKind>(
  kind: Kind,
  data: GateEntries[Kind],
  more: Pick<EntryDraft, 'step' | 'causedBy'> = {},
): EntryDraft {
  const apart = APART_FIELDS[kind];
  return {
    kind,
    kindVersion: 1,
    data: asJson(data),
    personal: PERSONAL[kind],
    ...(apart === undefined ? {} : { apart }),
    ...more,
  };
}

/**
 * The entry with its data typed; undefined for another room's entry, for a later version of one, and for one whose personal
 * fields are gone because the contact was deleted.
 */
export function asGateEntry(entry: JournalEntry): GateEntry | undefined {
  if (!isGateKind(entry.kind) || entry.kindVersion !== 1) return undefined;
  const isWhole = PERSONAL[entry.kind].every((field) => !isDeleted(entry.data[field]));
  return isWhole ? fromJson<GateEntry>(entry) : undefined;
}

function isGateKind(kind: string): kind is GateEntryKind {
  return Object.hasOwn(PERSONAL, kind);
}

function isDeleted(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$deleted' in value;
}
