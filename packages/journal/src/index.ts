export type {
  Commit,
  CommitAnswer,
  CommitDraft,
  CommitResult,
  CounterRaise,
  Durability,
  LedgerHolder,
  LedgerReservation,
  OutboxDraft,
  TimerChange,
  Writing,
} from './commit.ts';
export { type DriveContext, drive, RoundDropped } from './driver.ts';
export type { EntryDraft, EvidenceReference, JournalEntry, Projection, RowChange } from './entry.ts';
export type {
  Accepted,
  ContactRecord,
  ConversationRecord,
  InboxDraft,
  InboxItem,
  InboxKind,
  Lease,
  OutboxItem,
  ProjectedRow,
  Store,
  StoreOptions,
  StorePorts,
  TimerRecord,
} from './ports.ts';
