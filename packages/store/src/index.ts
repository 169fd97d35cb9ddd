export {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type DispatchFailure,
} from './dispatch/dispatcher.ts';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.ts';
