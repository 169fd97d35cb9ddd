export {
  type AgedConversation,
  type Checkpoint,
  type CheckpointDraft,
  type CheckpointPorts,
  checkpointRef,
  grownCut,
  type JournalCut,
} from './checkpoint.ts';
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
export { answerRefusal, CommitRefused } from './commit-refused.ts';
export type {
  Delivery,
  DeliveryOutcome,
  DeliveryRecord,
  DeliveryState,
  LetterPorts,
  LetterVerdict,
  OutboxPlace,
  SetAsideItem,
} from './delivery.ts';
export { type DriveContext, drive, RoundDropped } from './driver.ts';
export {
  APART,
  type EntryDraft,
  type EvidenceReference,
  type JournalEntry,
  type Projection,
  type RowChange,
} from './entry.ts';
export { epochMs, isoTime } from './epoch.ts';
export {
  decryptEvidence,
  type EvidenceRecord,
  encryptEvidence,
  isEncrypted,
  keyedHash,
  newContactKey,
  referenceOf,
  type SealedEntry,
  sealEntry,
  unsealEntry,
} from './evidence.ts';
export {
  idempotencyHash,
  inboxContentHash,
  isFromCustomer,
  isSilent,
  isSpoken,
  type Party,
  SILENCE_MS,
  timerItem,
} from './inbox-rules.ts';
export { jsonOf, jsonText } from './json-text.ts';
export { inboxPlace, isSameContent, keptContentHash, keptText, outboxPlace, textKept } from './kept-text.ts';
export { allowsFence, grantLease, isSameLease, type LeaseRow, leaseOf } from './lease-rules.ts';
export type {
  Accepted,
  ContactDeletion,
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
  TakenItem,
  TimerRecord,
} from './ports.ts';
export { prepareCommit, type Redact } from './prepare-commit.ts';
export { indexProjections, type ProjectedRows, type ProjectionIndex, projectEntry } from './projection-index.ts';
export { consumedTwice, storeClosed, unknownId } from './store-error.ts';
export { type RecordFault, streamFaults } from './stream-faults.ts';
