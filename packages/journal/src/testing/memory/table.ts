/** What has to be done to take back the writes of the running transaction. */
export class UndoLog {
  #steps: (() => void)[] = [];

  record(step: () => void): void {
    this.#steps.push(step);
  }

  /** Runs synchronous work as one transaction: all its writes stay, or with an exception none. */
  transaction<Result>(work: () => Result): Result {
    this.#steps = [];
    try {
      return work();
    } catch (error) {
      for (const step of this.#steps.reverse()) step();
      throw error;
    }
  }
}

type KeyPart = string | number;

/** Immutable rows under a composite key, in the order in which they were first put. */
export class MemoryTable<Row> {
  readonly #rows = new Map<string, Row>();
  readonly #undo: UndoLog;

  constructor(undo: UndoLog) {
    this.#undo = undo;
  }

  get(...key: readonly KeyPart[]): Row | undefined {
    return this.#rows.get(JSON.stringify(key));
  }

  put(row: Row, ...key: readonly KeyPart[]): void {
    this.#set(JSON.stringify(key), row);
  }

  delete(...key: readonly KeyPart[]): void {
    this.#set(JSON.stringify(key), undefined);
  }

  /** The rows that satisfy the condition. */
  where(condition: (row: Row) => boolean): Row[] {
    return [...this.#rows.values()].filter(condition);
  }

  /** Puts another row in the place of each that satisfies the condition, or none. */
  replace(condition: (row: Row) => boolean, next: (row: Row) => Row | undefined): void {
    for (const [key, row] of [...this.#rows]) if (condition(row)) this.#set(key, next(row));
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }

  clear(): void {
    for (const key of [...this.#rows.keys()]) this.#set(key, undefined);
  }

  #set(key: string, row: Row | undefined): void {
    const before = this.#rows.get(key);
    this.#undo.record(() => this.#assign(key, before));
    this.#assign(key, row);
  }

  #assign(key: string, row: Row | undefined): void {
    if (row === undefined) this.#rows.delete(key);
    else this.#rows.set(key, row);
  }
}
