import {
  DummyDriver,
  type Generated,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Tables } from '../tables.ts';

/** The database numbers the rows itself: nobody has to wait for another to do so. */
type Numbered<Table> = Omit<Table, 'ordinal'> & { readonly ordinal: Generated<number> };

/** The tables as the newest migration leaves them. */
export interface PostgresTables
  extends Omit<Tables, 'sqlite_schema' | 'conversations' | 'entries' | 'inbox' | 'facts'> {
  readonly conversations: Numbered<Tables['conversations']>;
  readonly entries: Numbered<Tables['entries']>;
  readonly inbox: Numbered<Tables['inbox']>;
  readonly facts: Numbered<Tables['facts']>;
  /** Every organisation that has ever written. No row-level security: its owner alone may read it. */
  readonly organisations: { readonly id: string };
}

/** Builds SQL and cannot run it: a statement runs inside a transaction that knows its organisation. */
export const tables = new Kysely<PostgresTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
