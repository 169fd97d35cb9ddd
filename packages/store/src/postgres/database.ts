import { type Durability, storeClosed } from '@rolecall/journal';
import type { Compilable } from 'kysely';
import { escapeIdentifier, escapeLiteral, Pool, type PoolClient, type QueryResult, types } from 'pg';
import { APP_ROLE } from './app-role.ts';
import { NEWEST } from './migrations.ts';
import { explainPostgresError, isRefusedForAnother, isWorthRepeating } from './postgres-error.ts';
import { tables } from './query.ts';

const ATTEMPTS = 10;
const BIGINT = 20;
const LOCK_TIMEOUT = '10s';

/** Where a store's tables are. */
export interface DatabaseOptions {
  readonly url: string;
  /** The schema that holds the tables; `rolecall` by default. */
  readonly schema?: string | undefined;
  /** Connections held at most; 10 by default. */
  readonly connections?: number | undefined;
}

/**
 * Statements inside one transaction. Each leaves at once, also while those before it are unanswered, and the database
 * takes them in order: what does not need an answer to be asked costs no way back and forth of its own.
 */
export interface Transaction {
  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  get<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  /** How many rows it changed. */
  run(query: Compilable<unknown>): Promise<number>;
  /** Runs it in its turn, and nobody waits for it: if it fails, all of the transaction is undone. */
  send(query: Compilable<unknown>): void;
  sendRaw(sql: string, values: readonly unknown[]): void;
  /** SQL as it stands; several statements only without values. */
  raw<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** What follows waits until nobody else holds any of these names; they are held until the transaction ends. */
  lock(names: readonly string[]): void;
  /** What follows waits until nobody has locked the name; others may share it. */
  share(name: string): void;
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
      pipeline: true,
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
      ...this.#asOrganisation(organisation),
      `set local synchronous_commit to ${durability === 'power' ? 'on' : 'off'}`,
      ...(isNew
        ? [`insert into organisations (id) values (${escapeLiteral(organisation)}) on conflict do nothing`]
        : []),
    ];
    const result = await this.#run({ begin: 'begin', opening }, work);
    this.#organisations.add(organisation);
    return result;
  }

  /** Several reads that see one state of one organisation. */
  snapshot<Result>(organisation: string, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const begin = 'begin isolation level repeatable read read only';
    const opening = [...this.#beforeSnapshot(), ...this.#asOrganisation(organisation)];
    return this.#run({ begin, opening, isReading: true }, work);
  }

  /** Runs the work as the owner of the tables, for what concerns the schema and not the rows of an organisation. */
  asOwner<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#run({ begin: 'begin', opening: [`set local search_path to ${escapeIdentifier(this.schema)}`] }, work);
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
    return this.#run(
      { begin: 'begin isolation level repeatable read', opening: this.#beforeSnapshot() },
      (transaction) =>
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

  /** What sees one state waits for a migration first: the state would be the one from before it, and `refuse_older` too late. */
  #beforeSnapshot(): string[] {
    return [
      `set local search_path to ${escapeIdentifier(this.schema)}`,
      `set local lock_timeout to '${LOCK_TIMEOUT}'`,
      'lock table meta in access share mode',
    ];
  }

  #asOrganisation(organisation: string): string[] {
    return [
      `set local role ${escapeIdentifier(APP_ROLE)}`,
      `set local search_path to ${escapeIdentifier(this.schema)}`,
      `set local lock_timeout to '${LOCK_TIMEOUT}'`,
      // Whoever has migrated further than this Rolecall may share is met here, before anything is read or written.
      `select refuse_older(${NEWEST})`,
      `select set_config('rolecall.organisation', ${escapeLiteral(organisation)}, true)`,
    ];
  }

  async #run<Result>(kind: Kind, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#withClient((client) => runOnce(client, kind, work));
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

/** How a transaction begins. */
interface Kind {
  readonly begin: string;
  readonly opening: readonly string[];
  /** It has nothing to commit: whoever reads does not wait for its end. */
  readonly isReading?: boolean;
}

async function runOnce<Result>(
  client: PoolClient,
  { begin, opening, isReading = false }: Kind,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const statements = new Statements(client);
  try {
    // Apart from the rest: whatever is wrong with that, nothing runs outside of a transaction.
    statements.send(begin);
    statements.send(opening.join('; '));
    const result = await work(transactionOn(statements));
    const ended = statements.end('commit');
    if (isReading) ended.catch(() => {});
    else await statements.answered();
    return result;
  } catch (error) {
    // One whose commit was answered with a rollback has ended; a further one does no harm and shows whether the way is whole.
    const undone = statements.isOver ? client.query('rollback') : statements.end('rollback');
    const isUndone = await undone.then(
      () => true,
      () => false,
    );
    const reason = await statements.reasonOf(error);
    if (!isUndone) throw new UndoFailed('rollback failed', { cause: reason });
    throw reason;
  }
}

/** What one transaction has asked the database, in order. */
class Statements {
  readonly #client: PoolClient;
  readonly #sent: Promise<QueryResult>[] = [];
  #isOver = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  ask(sql: string, values?: readonly unknown[]): Promise<QueryResult> {
    if (this.#isOver) throw new Error('A statement came after its transaction had ended.');
    const answer = this.#client.query(sql, values && [...values]);
    this.#sent.push(answer);
    return answer;
  }

  /** Nothing follows it: what came after would stand outside of the transaction. */
  end(sql: 'commit' | 'rollback'): Promise<QueryResult> {
    const ended = this.ask(sql);
    this.#isOver = true;
    return ended;
  }

  send(sql: string, values?: readonly unknown[]): void {
    // Whether it failed is found once all are answered.
    this.ask(sql, values).catch(() => {});
  }

  /** Rejects with what went wrong first: after that the database refuses the rest, and answers a commit with a rollback. */
  async answered(): Promise<void> {
    for (const answer of this.#sent) await answer;
  }

  /** Why the work ended: not because of a statement that was refused only for one before it. */
  async reasonOf(error: unknown): Promise<unknown> {
    const settled = await Promise.allSettled(this.#sent);
    return isRefusedForAnother(error)
      ? (settled.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason
      : error;
  }
}

function transactionOn(statements: Statements): Transaction {
  const ask = (query: Compilable<unknown>) => {
    const { sql, parameters } = query.compile();
    return statements.ask(sql, parameters);
  };
  return {
    all: async <Row>(query: Compilable<Row>) => (await ask(query)).rows as Row[],
    get: async <Row>(query: Compilable<Row>) => (await ask(query)).rows[0] as Row | undefined,
    run: async (query) => (await ask(query)).rowCount ?? 0,
    send: (query) => {
      const { sql, parameters } = query.compile();
      statements.send(sql, parameters);
    },
    sendRaw: (sql, values) => statements.send(sql, values),
    raw: async <Row>(sql: string, values?: readonly unknown[]) => (await statements.ask(sql, values)).rows as Row[],
    lock: (names) => {
      if (names.length === 0) return;
      // In one order for all, so that two transactions seldom wait for each other.
      statements.send(
        'select pg_advisory_xact_lock(name) from (select distinct hashtextextended(given, 0) as name from unnest($1::text[]) as given order by 1) as names',
        [names],
      );
    },
    share: (name) => statements.send('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [name]),
  };
}
