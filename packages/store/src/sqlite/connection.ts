import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Durability, storeClosed } from '@rolecall/journal';
import type { Query, SqlValue } from './query.ts';
import { explainSqliteError } from './sqlite-error.ts';

/** How long a statement waits for another process to finish its transaction. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * One open database file. Everything is synchronous: between the start and the end of a transaction nothing else of
 * this process can happen.
 */
export class SqliteConnection {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #durability: Durability | undefined;
  #mustEmptyLog = false;
  #beforeWrite: () => void = () => {};
  #isClosed = false;

  /** Opens the file as it is; schema and journal mode are the caller's. */
  constructor(file: string) {
    this.file = file;
    this.#database = this.#explained(() => new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS }));
  }

  all<Args, Row>(query: Query<Args, Row>, args: Args): readonly Row[] {
    return this.#explained(() => this.#prepared(query.sql).all(...query.bind(args)) as unknown as Row[]);
  }

  get<Args, Row>(query: Query<Args, Row>, args: Args): Row | undefined {
    return this.#explained(() => this.#prepared(query.sql).get(...query.bind(args)) as unknown as Row | undefined);
  }

  /** How many rows it changed. */
  run<Args>(query: Query<Args, unknown>, args: Args): number {
    return this.#explained(() => Number(this.#prepared(query.sql).run(...query.bind(args)).changes));
  }

  /** The rows of a statement that is not known beforehand, each as the list of its values. */
  lists(sql: string, values: readonly SqlValue[] = []): readonly SqlValue[][] {
    return this.#explained(() => {
      const statement = this.#prepared(sql);
      statement.setReturnArrays(true);
      return statement.all(...values) as unknown as SqlValue[][];
    });
  }

  /** Runs a statement that is not known beforehand. */
  change(sql: string, values: readonly SqlValue[]): void {
    this.#explained(() => this.#prepared(sql).run(...values));
  }

  /** Statements without parameters, such as a migration. */
  execute(statements: string): void {
    this.#explained(() => this.#open().exec(statements));
  }

  /** The present value of a setting. */
  pragma(name: string): SqlValue | undefined {
    const row = this.#explained(() => this.#open().prepare(`pragma ${name}`).get());
    return row && (Object.values(row)[0] as SqlValue);
  }

  /** The schema's number, as cheaply as it can be had. */
  userVersion(): number {
    const row = this.#explained(() => this.#prepared('pragma user_version').get());
    return Number(row?.user_version);
  }

  /** What it throws keeps a transaction that writes from doing anything. */
  beforeEachWrite(check: () => void): void {
    this.#beforeWrite = check;
  }

  /**
   * Runs the work as one transaction that writes: all of it stays, or with an exception nothing. `power` answers when
   * the disk has it, and with it everything that was written before; `process` when the operating system has it, which
   * outlives the process and not a power cut.
   */
  transaction<Result>(durability: Durability, work: () => Result): Result {
    return this.#explained(() => {
      this.#prepare(durability);
      this.#prepared('begin immediate').run();
      try {
        this.#beforeWrite();
        const result = work();
        this.#prepared('commit').run();
        if (this.#mustEmptyLog) this.#emptyLogLater();
        return result;
      } catch (error) {
        if (this.#database.isTransaction) this.#prepared('rollback').run();
        throw error;
      }
    });
  }

  /** Several reads that see one state of the store. */
  snapshot<Result>(work: () => Result): Result {
    return this.#explained(() => {
      this.#prepared('begin').run();
      try {
        return work();
      } finally {
        if (this.#database.isTransaction) this.#prepared('rollback').run();
      }
    });
  }

  /**
   * Moves everything into the file itself and empties the log beside it, so that nothing of what was deleted stays in it. While
   * others read that cannot be: then it is tried again, without waiting, after each transaction that writes.
   */
  emptyLog(): void {
    this.#mustEmptyLog = this.pragma('wal_checkpoint(truncate)') !== 0;
  }

  #emptyLogLater(): void {
    this.pragma('busy_timeout = 0');
    try {
      this.emptyLog();
    } finally {
      this.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#statements.clear();
    this.#explained(() => this.#database.close());
  }

  /** SQLite refuses to change it inside a transaction, so it is set before. */
  #prepare(durability: Durability): void {
    if (this.#durability === durability) return;
    this.#open().exec(`pragma synchronous = ${durability === 'power' ? 'full' : 'normal'}`);
    this.#durability = durability;
  }

  #prepared(sql: string): StatementSync {
    const database = this.#open();
    const present = this.#statements.get(sql);
    if (present) return present;
    const statement = database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #open(): DatabaseSync {
    if (this.#isClosed) throw storeClosed();
    return this.#database;
  }

  #explained<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw explainSqliteError(error, this.file);
    }
  }
}
