import { resolve } from 'node:path';
import type { Store, StoreOptions } from '@rolecall/journal';
import { openPostgresStore } from './postgres/open-postgres-store.ts';
import { openSqliteStore } from './sqlite/open-sqlite-store.ts';

/** Where a store is. */
export type StoreLocation =
  | {
      readonly kind: 'sqlite';
      readonly file: string;
      /** Nobody else may be in the file. */
      readonly organisation?: string | undefined;
    }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema?: string | undefined };

/** Opens the store that stands at a location. */
export function openStoreAt(location: StoreLocation, options: StoreOptions): Promise<Store> {
  return location.kind === 'sqlite'
    ? openSqliteStore({ ...options, file: location.file, organisation: location.organisation })
    : openPostgresStore({ ...options, url: location.url, schema: location.schema });
}

/** Names it for a reader, without the password. */
export function describeLocation(location: StoreLocation): string {
  if (location.kind === 'sqlite') return resolve(location.file);
  try {
    const url = new URL(location.url);
    const port = url.port === '' ? '' : `:${url.port}`;
    return `postgres://${url.hostname}${port}${url.pathname} (${location.schema ?? 'rolecall'})`;
  } catch {
    return `postgres (${location.schema ?? 'rolecall'})`;
  }
}
