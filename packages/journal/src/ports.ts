import type { JsonObject, JsonValue } from '@rolecall/base';
import type { CheckpointPorts } from './checkpoint.ts';
import type { Commit, CommitResult, LedgerHolder } from './commit.ts';
import type { LetterPorts } from './delivery.ts';
import type { JournalEntry, Projection } from './entry.ts';

/** A customer as the business knows them. */
export interface ContactRecord {
  readonly id: string;
  /** The business's own id of the person. Unique in the organisation. */
  readonly externalId: string;
  readonly level: 'anonymous' | 'verified';
  readonly displayName?: string | undefined;
  readonly createdAt: string;
}

/** What became of the wish to delete a contact. */
export type ContactDeletion =
  | { readonly status: 'deleted' }
  /** Something is under way that must end first, such as a write of which nobody knows yet whether it happened. */
  | { readonly status: 'waiting'; readonly rows: readonly ProjectedRow[] }
  | { readonly status: 'unknown' };

/** One contact, one employee, one channel. */
export interface ConversationRecord {
  readonly id: string;
  readonly contact: string;
  readonly employee: string;
  readonly channel: string;
  readonly openedAt: string;
  readonly lastActivityAt: string;
  readonly closedAt?: string | undefined;
  /** Sequence of its last entry; 0 when it has none. */
  readonly sequence: number;
}

/** What anybody may put before a conversation. */
export interface InboxItem {
  readonly id: string;
  readonly conversation: string;
  /** Order inside the conversation. */
  readonly position: number;
  readonly kind: InboxKind;
  /** What was accepted; of a timer `{ timer: <its id>, dueAt, data: <as it was set> }`. */
  readonly data: JsonObject;
  readonly acceptedAt: string;
}

export type InboxKind =
  | 'message'
  | 'opened'
  | 'confirm_button'
  | 'decline_button'
  | 'timer'
  | 'settlement'
  /** Something that another system tells of a contact. */
  | 'event'
  /** An operator takes the conversation, writes in it, gives it back, or has done what was to be followed up. */
  | 'take_over'
  | 'operator_message'
  | 'hand_back'
  | 'follow_up_done'
  /** An operator's word on a write that waits for it. */
  | 'approval'
  /** An answer to a write that came after its call had timed out. */
  | 'late_answer';

/** An item on its way in; the conversation is found or opened in the same transaction. */
export interface InboxDraft {
  /**
   * By id, or the open one of contact, employee and channel (a day of silence closes it and opens a new one). By id, what
   * a customer does is refused once the conversation is closed; everything else still reaches it.
   */
  readonly conversation: string | { readonly contact: string; readonly employee: string; readonly channel: string };
  readonly kind: InboxKind;
  readonly data: JsonObject;
  /**
   * Two items with one key are one: the second answers `duplicate` with the first one's ids. A key holds for its contact,
   * employee and channel, so that two customers' clients cannot meet.
   */
  readonly idempotencyKey?: string | undefined;
  readonly at: string;
}

export type Accepted =
  | {
      readonly status: 'accepted' | 'duplicate';
      readonly item: string;
      readonly conversation: string;
      readonly position: number;
    }
  | { readonly status: 'conflict'; readonly reason: 'other_content' | 'conversation_unknown' | 'conversation_closed' };

/** The right to work on one conversation. Every new holder gets a higher fence. */
export interface Lease {
  readonly conversation: string;
  readonly holder: string;
  readonly fence: number;
  readonly expiresAt: string;
}

/** The first item that waits in a conversation, as whoever holds the lease takes it up. */
export interface TakenItem {
  readonly item: InboxItem;
  /** How often its handling was begun and nobody said that it had ended: whoever handled it died, or hung until the lease was lost. */
  readonly interruptions: number;
  /** False when it was only looked at, because it has been interrupted more often than `takeUp` was to begin. */
  readonly isBegun: boolean;
}

/** A message that left the employee. */
export interface OutboxItem {
  readonly conversation: string;
  /** Of the entry commit that decided it: rises inside the conversation, unique with `index`. */
  readonly sequence: number;
  readonly index: number;
  readonly kind: string;
  readonly data: JsonObject;
  readonly at: string;
}

export interface TimerRecord {
  readonly id: string;
  readonly conversation: string;
  readonly dueAt: string;
  readonly data: JsonObject;
}

/** A row of a projection. */
export interface ProjectedRow {
  readonly table: string;
  readonly key: string;
  readonly scope?: string | undefined;
  readonly value: JsonValue;
}

/**
 * All a room may ask of the store, for one organisation. No method takes an organisation, a callback or a transaction.
 *
 * Every method is atomic. A SQLite adapter answers each from one synchronous transaction.
 */
export interface StorePorts extends LetterPorts, CheckpointPorts {
  // The one way to write.
  commit(commit: Commit): Promise<CommitResult>;
  /** Durable once it answers (`power`). The one write without a lease. */
  accept(draft: InboxDraft): Promise<Accepted>;

  // Leases.
  /**
   * The lease, or undefined while another holder's has not expired. The same holder renews; after expiry or release its
   * fence is a higher one too.
   */
  acquireLease(conversation: string, holder: string, ttlMs: number, at: string): Promise<Lease | undefined>;
  /** False when the lease is no longer this one. */
  renewLease(lease: Lease, ttlMs: number, at: string): Promise<boolean>;
  /** What was taken up under it has then ended, whether it was handled or not. */
  releaseLease(lease: Lease): Promise<void>;
  /**
   * Puts down, before anything of it is done, that the handling of the first item begins; it has ended once the item no longer
   * waits or the lease is given back. One that was interrupted more than `upTo` times is only looked at. Undefined when nothing
   * waits, and when the lease is no longer this one.
   */
  takeUp(lease: Lease, upTo?: number): Promise<TakenItem | undefined>;

  // Contacts and conversations (facts of the organisation; no entry of a conversation).
  /** Finds by external id, else creates, with a key of its own for evidence. A level only rises by the caller's word; it is set to what is given. */
  upsertContact(contact: Omit<ContactRecord, 'id' | 'createdAt'> & { readonly at: string }): Promise<ContactRecord>;
  contact(id: string): Promise<ContactRecord | undefined>;
  contactByExternalId(externalId: string): Promise<ContactRecord | undefined>;
  /**
   * Destroys the contact's key and with it every personal value of the journal, and removes what was told of the contact
   * elsewhere: the record itself, projected rows, timers, what lies in inbox and outbox. The entries stay as tombstones,
   * and the organisation's stream says that it happened. Waits while a row stands that `StoreOptions.keepsContact` names.
   */
  deleteContact(id: string, at: string): Promise<ContactDeletion>;
  conversation(id: string): Promise<ConversationRecord | undefined>;
  /** Newest first. */
  conversations(filter?: {
    readonly contact?: string;
    readonly employee?: string;
    readonly limit?: number;
  }): Promise<readonly ConversationRecord[]>;

  // Reading.
  /** Entries with `sequence > after`, in order, personal fields in place. */
  entries(conversation: string, after?: number, limit?: number): Promise<readonly JournalEntry[]>;
  /**
   * One personal value of an entry, also one that entries leave out because it is too large. Undefined when there is none, or
   * no longer.
   */
  readApart(conversation: string, sequence: number, field: string): Promise<JsonValue | undefined>;
  /** The stored form, references instead of personal fields; for the leak tests and exports. */
  storedEntries(conversation: string): Promise<readonly JournalEntry[]>;
  /** Not yet consumed, in order. */
  inbox(conversation: string, limit?: number): Promise<readonly InboxItem[]>;
  /** Conversations with unconsumed items. */
  waiting(limit?: number): Promise<readonly string[]>;
  outbox(conversation: string, afterSequence?: number): Promise<readonly OutboxItem[]>;
  /** Timers due at or before `at`; `claimTimer` turns one into an inbox item exactly once. */
  dueTimers(at: string, limit?: number): Promise<readonly TimerRecord[]>;
  claimTimer(timer: TimerRecord, at: string): Promise<Accepted | undefined>;
  row(table: string, key: string): Promise<JsonValue | undefined>;
  rows(table: string, scope: string): Promise<readonly ProjectedRow[]>;
  /** The holder with the highest intent number under a base. */
  ledger(base: string): Promise<LedgerHolder | undefined>;
  /** The sum of what a counter was raised by after `since`; with `since` = now - `withinMs` just what `raise` compares. */
  counted(counter: string, since: string): Promise<number>;

  // Content-addressed documents (a release's closure) and facts of the organisation (its own stream).
  putDocument(hash: string, document: JsonValue): Promise<void>;
  document(hash: string): Promise<JsonValue | undefined>;
  recordFact(kind: string, data: JsonObject, at: string): Promise<void>;
  facts(kind?: string): Promise<readonly { readonly kind: string; readonly at: string; readonly data: JsonObject }[]>;
}

/** A store that may hold several organisations. */
export interface Store {
  for(organisation: string): StorePorts;
  /** Throws away all projected rows and folds them again from the journals, in the order in which they were written. */
  rebuildProjections(): Promise<void>;
  close(): Promise<void>;
}

/** What `host` hands to every adapter. */
export interface StoreOptions {
  readonly projections: readonly Projection[];
  readonly engine: string;
  /**
   * Takes known secrets out of everything that is written, ids and external ids apart. The second lock: the first is
   * redaction at ingress, so that what is recorded is what was decided on.
   */
  readonly redact?: (<Value>(value: Value) => Value) | undefined;
  /** True for a projected row that keeps its contact from being deleted for now. */
  readonly keepsContact?: ((row: ProjectedRow) => boolean) | undefined;
}
