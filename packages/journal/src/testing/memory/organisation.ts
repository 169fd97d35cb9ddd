import type { Checkpoint } from '../../checkpoint.ts';
import type { LedgerHolder } from '../../commit.ts';
import type { DeliveryState } from '../../delivery.ts';
import type { EvidenceReference } from '../../entry.ts';
import type { LeaseRow } from '../../lease-rules.ts';
import type { ContactRecord, ConversationRecord, InboxKind, StoreOptions } from '../../ports.ts';
import type { Redact } from '../../prepare-commit.ts';
import type { ProjectionIndex } from '../../projection-index.ts';
import { MemoryTable, UndoLog } from './table.ts';

/** An entry as it is kept: all but `data` as columns, values as text, so that no caller can reach into the store. */
export interface StoredEntryRow {
  readonly conversation: string;
  readonly sequence: number;
  readonly envelope: string;
  readonly data: string;
  readonly evidence: readonly EvidenceReference[] | undefined;
}

/** A checkpoint; `kept` is its state, encrypted, or empty once its contact was deleted. */
export interface CheckpointRow extends Omit<Checkpoint, 'state'> {
  readonly kept: string;
}

export interface InboxRow {
  readonly id: string;
  readonly conversation: string;
  readonly position: number;
  readonly kind: InboxKind;
  readonly data: string;
  readonly contentHash: string;
  readonly acceptedAt: string;
  /** Handled, given up or dropped; what was set aside can still be seen. */
  readonly consumed: boolean;
  readonly isSetAside?: boolean | undefined;
  readonly attempts?: number | undefined;
  readonly lastError?: string | undefined;
  readonly failedAt?: string | undefined;
  /** The fence of the lease under which its handling was begun last, until that has ended. */
  readonly begunUnder?: number | undefined;
  readonly interruptions?: number | undefined;
}

export interface OutboxRow {
  readonly conversation: string;
  readonly sequence: number;
  readonly index: number;
  readonly kind: string;
  readonly data: string;
  readonly at: string;
}

export interface DeliveryRow {
  readonly conversation: string;
  readonly sequence: number;
  readonly index: number;
  readonly target: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly claim: number;
  readonly dueAt: number;
  readonly lastError: string | undefined;
}

export interface TimerRow {
  readonly id: string;
  readonly conversation: string;
  readonly dueAt: number;
  readonly data: string;
}

export interface CounterRow {
  readonly counter: string;
  readonly operation: string;
  readonly amount: number;
  readonly at: number;
}

export interface ProjectionRow {
  readonly table: string;
  readonly key: string;
  readonly scope: string | undefined;
  readonly value: string;
  readonly conversation: string;
}

export interface FactRow {
  readonly kind: string;
  readonly at: string;
  readonly data: string;
}

/** Everything that one organisation has, and how it is written. */
export class MemoryOrganisation {
  readonly undo = new UndoLog();
  readonly projections: ProjectionIndex;
  readonly redact: Redact | undefined;
  readonly keepsContact: StoreOptions['keepsContact'];

  readonly contacts = new MemoryTable<ContactRecord>(this.undo);
  readonly contactKeys = new MemoryTable<string>(this.undo);
  readonly conversations = new MemoryTable<ConversationRecord>(this.undo);
  readonly leases = new MemoryTable<LeaseRow>(this.undo);
  readonly entries = new MemoryTable<StoredEntryRow>(this.undo);
  readonly checkpoints = new MemoryTable<CheckpointRow>(this.undo);
  /** Encrypted, by reference. */
  readonly evidence = new MemoryTable<{ readonly contact: string; readonly value: string }>(this.undo);
  readonly inbox = new MemoryTable<InboxRow>(this.undo);
  /** Inbox item ids by the hash of their idempotency key. */
  readonly idempotency = new MemoryTable<string>(this.undo);
  readonly outbox = new MemoryTable<OutboxRow>(this.undo);
  readonly deliveries = new MemoryTable<DeliveryRow>(this.undo);
  readonly timers = new MemoryTable<TimerRow>(this.undo);
  readonly rows = new MemoryTable<ProjectionRow>(this.undo);
  readonly ledger = new MemoryTable<LedgerHolder>(this.undo);
  readonly counters = new MemoryTable<CounterRow>(this.undo);
  readonly documents = new MemoryTable<string>(this.undo);
  readonly facts: FactRow[] = [];

  constructor(projections: ProjectionIndex, options: Pick<StoreOptions, 'redact' | 'keepsContact'>) {
    this.projections = projections;
    this.redact = options.redact;
    this.keepsContact = options.keepsContact;
  }

  /** Takes known secrets out of a value. */
  redacted<Value>(value: Value): Value {
    return this.redact ? this.redact(value) : value;
  }
}
