import { type Compilable, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Tables } from '../tables.ts';

/** What SQLite takes as a value, as far as we use it. */
export type SqlValue = string | number | null;

/** A statement that has been compiled once and is run with values by name. */
export interface Query<Args, Row> {
  readonly sql: string;
  /** The values in the order of the statement's parameters. */
  bind(args: Args): SqlValue[];
  /** Only carries the type of a row. */
  readonly row?: Row;
}

/**
 * Builds SQL and cannot run it: running is synchronous and ours, because a transaction that is held across an `await`
 * would stop every other conversation.
 */
export const tables = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Compiles a statement. `build` gets an object whose members stand for the values that are given later. */
export function query<Args extends { readonly [name in keyof Args]: SqlValue }, Row>(
  build: (args: Args) => Compilable<Row>,
): Query<Args, Row> {
  const compiled = build(placeholders<Args>()).compile();
  const parameters = compiled.parameters as readonly (SqlValue | Placeholder)[];
  return {
    sql: compiled.sql,
    bind: (args) =>
      parameters.map((parameter) =>
        parameter instanceof Placeholder ? args[parameter.name as keyof Args] : parameter,
      ),
  };
}

/** A statement whose parameters are `$1`, `$2` … */
export function statement<Row>(text: string): Query<readonly SqlValue[], Row> {
  return { sql: text.replaceAll(/\$(\d+)/g, '?$1'), bind: (args) => [...args] };
}

/** Stands in a statement for a value that is given when it runs. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

function placeholders<Args>(): Args {
  return new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Args;
}
