export {
  type AgentSession,
  type AgentSessions,
  type AgentSessionsOptions,
  agentSessions,
} from './agent/agent-sessions.ts';
export type { DeadLetter } from './dispatch/conversation-queue.ts';
export {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type DispatchFailure,
} from './dispatch/dispatcher.ts';
export {
  createQueueDispatcher,
  type QueueDispatcher,
  type QueueDispatcherOptions,
} from './dispatch/queue-dispatcher.ts';
export { migrateStore, type StoreStatus, storeStatus } from './maintain-store.ts';
export { openMemoryAt } from './memory/open-memory-at.ts';
export { openSqliteMemory, type SqliteMemoryOptions, type StoredMemories } from './memory/open-sqlite-memory.ts';
export { openPostgresStore, type PostgresStoreOptions } from './postgres/open-postgres-store.ts';
export { type OnSealed, type SealedRows, sealStore } from './seal/seal-store.ts';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.ts';
export { describeLocation, openStoreAt, type StoreLocation } from './store-location.ts';
export type { ExportSummary } from './transfer/export-line.ts';
export { exportStore } from './transfer/export-store.ts';
export { importStore } from './transfer/import-store.ts';
