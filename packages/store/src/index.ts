export { openSqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.ts';
