import { type Durability, storeClosed } from '@rolecall/journal';
import type { Compilable } from 'kysely';
import { escapeIdentifier, escapeLiteral, Pool, type PoolClient, types } from 'pg';
import { explainPostgresError, isWorthRepeating } from './postgres-error.ts';
import { tables } from './query.ts';

/** Owns nothing and bypasses nothing: every transaction takes this role, so that row-level security holds for it. */
export const APP_ROLE = 'rolecall_app';

const ATTEMPTS = 10;
const BIGINT = 20;

/** Where a store's tables are. */
export interface DatabaseOptions {
  readonly url: string;
  /** The schema that holds the tables; `rolecall` by default. */
  readonly schema?: string | undefined;
  /** Connections held at most; 10 by default. */
  readonly connections?: number | undefined;
}

/** Statements inside one transaction. */
export interface Transaction {
  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  get<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  /** How many rows it changed. */
  run(query: Compilable<unknown>): Promise<number>;
  /** SQL as it stands; several statements only without values. */
  raw<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Waits until nobody else holds any of these names; they are held until the transaction ends. */
  lock(names: readonly string[]): Promise<void>;
}

/** A pool of connections to one schema of one database. */
export class PostgresDatabase {
  readonly schema: string;
  readonly #pool: Pool;
  readonly #organisations = new Set<string>();
  #closing: Promise<void> | undefined;

  constructor({ url, schema = 'rolecall', connections = 10 }: DatabaseOptions) {
    this.schema = schema;
    this.#pool = new Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: 5_000,
      query_timeout: 60_000,
      application_name: 'rolecall',
      types: { getTypeParser: (oid, format) => (oid === BIGINT ? Number : types.getTypeParser(oid, format)) },
    });
    // A connection that breaks while it is idle is replaced; who needs one then is told of what goes wrong.
    this.#pool.on('error', () => {});
  }

  /**
   * Runs the work as one transaction of one organisation: all of it stays, or with an exception nothing. Of no other
   * organisation can it see or write a row. When it met another transaction head-on it runs again, so it must be able to.
   * `power` answers when the disk has it; `process` outlives this process, and a crash of the database may undo its end.
   */
  async transaction<Result>(
    organisation: string,
    durability: Durability,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const isNew = !this.#organisations.has(organisation);
    const opening = [
      'begin',
      ...this.#asOrganisation(organisation),
      `set local synchronous_commit to ${durability === 'power' ? 'on' : 'off'}`,
      ...(isNew
        ? [`insert into organisations (id) values (${escapeLiteral(organisation)}) on conflict do nothing`]
        : []),
    ];
    const result = await this.#run(opening, work);
    this.#organisations.add(organisation);
    return result;
  }

  /** Several reads that see one state of one organisation. */
  snapshot<Result>(organisation: string, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#run(['begin isolation level repeatable read read only', ...this.#asOrganisation(organisation)], work);
  }

  /** Runs the work as the owner of the tables, for what concerns the schema and not the rows of an organisation. */
  asOwner<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#run(['begin', `set local search_path to ${escapeIdentifier(this.schema)}`], work);
  }

  /**
   * One transaction through several organisations, for what concerns the whole store. Before it becomes an organisation,
   * and after it resigns, the work is done as the owner of the tables, who sees no rows.
   */
  acrossOrganisations<Result>(
    work: (
      transaction: Transaction,
      as: { readonly become: (organisation: string) => Promise<void>; readonly resign: () => Promise<void> },
    ) => Promise<Result>,
  ): Promise<Result> {
    const opening = [
      'begin isolation level repeatable read',
      `set local search_path to ${escapeIdentifier(this.schema)}`,
    ];
    return this.#run(opening, (transaction) =>
      work(transaction, {
        become: async (organisation) => {
          await transaction.raw(this.#asOrganisation(organisation).join('; '));
        },
        resign: async () => {
          await transaction.raw('reset role');
        },
      }),
    );
  }

  /** Every organisation that has ever written. */
  async organisations(): Promise<string[]> {
    const rows = await this.asOwner((transaction) =>
      transaction.all(tables.selectFrom('organisations').select('id').orderBy('id')),
    );
    return rows.map((row) => row.id);
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end();
    return this.#closing;
  }

  #asOrganisation(organisation: string): string[] {
    return [
      `set local role ${escapeIdentifier(APP_ROLE)}`,
      `set local search_path to ${escapeIdentifier(this.schema)}`,
      "set local lock_timeout to '10s'",
      `select set_config('rolecall.organisation', ${escapeLiteral(organisation)}, true)`,
    ];
  }

  async #run<Result>(opening: readonly string[], work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#withClient((client) => runOnce(client, opening, work));
      } catch (error) {
        if (attempt === ATTEMPTS || !isWorthRepeating(error)) throw explainPostgresError(error);
      }
    }
  }

  async #withClient<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    if (this.#closing) throw storeClosed();
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw explainPostgresError(error);
    });
    let broken: Error | undefined;
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof UndoFailed) {
        broken = error;
        throw error.cause;
      }
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }
}

/** The connection cannot even roll back: it is thrown away, and the database undoes the rest by itself. */
class UndoFailed extends Error {}

async function runOnce<Result>(
  client: PoolClient,
  opening: readonly string[],
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    await client.query(opening.join('; '));
    const result = await work(transactionOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      throw new UndoFailed('rollback failed', { cause: error });
    });
    throw error;
  }
}

function transactionOn(client: PoolClient): Transaction {
  const perform = (query: Compilable<unknown>) => {
    const { sql, parameters } = query.compile();
    return client.query(sql, [...parameters]);
  };
  return {
    all: async <Row>(query: Compilable<Row>) => (await perform(query)).rows as Row[],
    get: async <Row>(query: Compilable<Row>) => (await perform(query)).rows[0] as Row | undefined,
    run: async (query) => (await perform(query)).rowCount ?? 0,
    raw: async <Row>(sql: string, values?: readonly unknown[]) =>
      (await client.query(sql, values && [...values])).rows as Row[],
    async lock(names) {
      if (names.length === 0) return;
      // In one order for all, so that two transactions seldom wait for each other.
      await client.query(
        'select pg_advisory_xact_lock(name) from (select distinct hashtextextended(given, 0) as name from unnest($1::text[]) as given order by 1) as names',
        [names],
      );
    },
  };
}
