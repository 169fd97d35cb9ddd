import type { DeliveryState, InboxKind } from '@rolecall/journal';

/** The tables as the newest migration leaves them. Times that are compared are milliseconds, the others ISO texts. */
export interface Tables {
  readonly meta: MetaTable;
  readonly contacts: ContactsTable;
  readonly contact_keys: ContactKeysTable;
  readonly conversations: ConversationsTable;
  readonly leases: LeasesTable;
  readonly entries: EntriesTable;
  readonly checkpoints: CheckpointsTable;
  readonly evidence: EvidenceTable;
  readonly inbox: InboxTable;
  readonly outbox: OutboxTable;
  readonly deliveries: DeliveriesTable;
  readonly timers: TimersTable;
  readonly projected_rows: ProjectedRowsTable;
  readonly ledger: LedgerTable;
  readonly counters: CountersTable;
  readonly documents: DocumentsTable;
  readonly facts: FactsTable;
  readonly memories: MemoriesTable;
  readonly memory_scopes: MemoryScopesTable;
  /** SQLite's own list of what is in the file. */
  readonly sqlite_schema: { readonly name: string };
}

/** About the store itself, under the organisation '', or about one organisation. */
interface MetaTable {
  organisation: string;
  key: string;
  value: string;
}

interface ContactsTable {
  organisation: string;
  id: string;
  external_id: string;
  level: 'anonymous' | 'verified';
  display_name: string | null;
  created_at: string;
}

interface ContactKeysTable {
  organisation: string;
  contact: string;
  key: string;
}

interface ConversationsTable {
  organisation: string;
  id: string;
  /** Order of opening in the organisation. */
  ordinal: number;
  contact: string;
  employee: string;
  channel: string;
  opened_at: number;
  last_activity_at: number;
  closed_at: number | null;
  sequence: number;
}

interface LeasesTable {
  organisation: string;
  conversation: string;
  holder: string | null;
  fence: number;
  expires_at: number;
}

interface EntriesTable {
  organisation: string;
  conversation: string;
  sequence: number;
  /** Order of writing in the organisation, over all conversations: the order of a rebuild. */
  ordinal: number;
  at: string;
  round: string | null;
  step: number | null;
  kind: string;
  kind_version: number;
  caused_by: string | null;
  release: string | null;
  engine: string;
  data: string;
  evidence: string | null;
}

/** The folded state of a conversation, and how much of its journal is gone. */
interface CheckpointsTable {
  organisation: string;
  conversation: string;
  sequence: number;
  version: number;
  /** Encrypted under the contact's key; empty once the contact was deleted. */
  state: string;
  cut_entries: number;
  cut_evidence: number;
  /** Empty when nothing was cut. */
  cut_until: string;
}

interface EvidenceTable {
  organisation: string;
  contact: string;
  ref: string;
  /** Encrypted under the contact's key. */
  value: string;
}

interface InboxTable {
  organisation: string;
  id: string;
  ordinal: number;
  conversation: string;
  position: number;
  kind: InboxKind;
  data: string;
  content_hash: string;
  idempotency_hash: string | null;
  accepted_at: string;
  /** 0 waits, 1 is done with, 2 was set aside. */
  is_consumed: number;
  /** How often handling it failed, why the last time, and when. */
  attempts: number;
  last_error: string | null;
  failed_at: string | null;
  /** The fence of the lease under which its handling was begun last; null once that has ended. */
  begun_under: number | null;
  /** How often it was begun and is not known to have ended. */
  interruptions: number;
}

interface OutboxTable {
  organisation: string;
  conversation: string;
  sequence: number;
  item_index: number;
  kind: string;
  data: string;
  at: string;
}

/** An outbox item that somebody outside waits for. */
interface DeliveriesTable {
  organisation: string;
  conversation: string;
  sequence: number;
  item_index: number;
  target: string;
  state: DeliveryState;
  attempts: number;
  claim: number;
  due_at: number;
  last_error: string | null;
}

interface TimersTable {
  organisation: string;
  conversation: string;
  id: string;
  due_at: number;
  data: string;
}

interface ProjectedRowsTable {
  organisation: string;
  table_name: string;
  key: string;
  scope: string | null;
  value: string;
  /** Of the entry that wrote it last, so that a deleted contact's rows are found. */
  conversation: string | null;
}

interface LedgerTable {
  organisation: string;
  base: string;
  intent: number;
  operation: string;
  at: string;
}

interface CountersTable {
  organisation: string;
  counter: string;
  operation: string;
  at: number;
  amount: number;
}

interface DocumentsTable {
  organisation: string;
  hash: string;
  document: string;
}

interface FactsTable {
  organisation: string;
  ordinal: number;
  kind: string;
  at: string;
  data: string;
}

/** A round that is remembered. */
export interface MemoriesTable {
  organisation: string;
  /** `project:<id>` or `contact:<id>`. */
  scope: string;
  id: string;
  round: string;
  session: string;
  at: string;
  /** Rises with every change in the scope, so that an index can follow. */
  written: number;
  subject: string | null;
  /** The summary's content, as JSON. */
  summary: string;
  original: string;
  supersedes: string;
  superseded_by: string | null;
  accessed_at: string | null;
  deleted_at: string | null;
  vector: string | null;
}

/** How far the changes of a scope have come. */
interface MemoryScopesTable {
  organisation: string;
  scope: string;
  written: number;
  purged: number;
}
