import type { CapabilitySpace, Release } from '@rolecall/assets';
import type { CapabilityKey, Clock, JsonObject, JsonValue, Language } from '@rolecall/base';
import type { ContactRecord, ConversationRecord, StorePorts } from '@rolecall/journal';
import type { Identity } from './identity.ts';
import type { ResourcePort } from './resource-port.ts';

/** Something the customer wrote in this conversation. */
export interface CustomerText {
  readonly sequence: number;
  readonly text: string;
}

/** A read made for this contact in this conversation: what later calls may choose from. */
export interface EarlierRead {
  readonly capability: CapabilityKey;
  readonly sequence: number;
  /** The projected result. */
  readonly result: JsonObject;
  /** Only a read whose own arguments were proven is an origin. */
  readonly proven: boolean;
}

/** The task instance a call works in: its stage and facts. */
export interface TaskState {
  readonly instance: string;
  readonly task: string;
  readonly stage: string;
  readonly facts: Readonly<Record<string, JsonValue>>;
  /** The facts as they are on record, without what this call would add, and what each was learnt from. */
  readonly recorded?: Readonly<Record<string, { readonly value: JsonValue; readonly from: string }>> | undefined;
  /**
   * Those of them that were proven before this call and have not expired, by name: a required argument that becomes such a
   * fact is not asked for twice. Empty where the call's subject is not known: what is said of one is not taken for another.
   */
  readonly known?: Readonly<Record<string, KnownFact>> | undefined;
}

/** A proven fact of a task instance. */
export interface KnownFact {
  readonly value: JsonValue;
  /** The call or operation by which it became one. */
  readonly from: string;
  readonly at: string;
}

/** All that surrounds a call while a round runs. Everything the decision depends on is recorded from it. */
export interface CallContext {
  readonly release: Release;
  readonly space: CapabilitySpace;
  readonly contact: ContactRecord;
  readonly conversation: ConversationRecord;
  /** Who the contact turned out to be in this conversation, as the journal has it at the moment of asking. */
  identity?(): Identity | undefined;
  readonly language: Language;
  /** Oldest first, like the reads; the newest 50 of each may prove an argument. */
  readonly said: readonly CustomerText[];
  readonly earlierReads: readonly EarlierRead[];
  /**
   * The instance in which a call of this task would work, given the arguments proven so far (they find the instance of
   * the task's `subject`); a new one in the first stage when there is none.
   */
  taskState(task: string, provenFacts: JsonObject, subject: JsonValue | undefined): TaskState;
  readonly store: Pick<StorePorts, 'ledger' | 'row' | 'rows' | 'counted' | 'contactByExternalId'>;
  readonly resources: ResourcePort;
  readonly clock: Clock;
  /** The model step that proposed it. */
  readonly step?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}
