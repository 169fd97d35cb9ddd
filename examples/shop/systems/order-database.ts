import { createHash, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type OrderFixture, readOrderFixture } from './order-fixture.ts';

const SCHEMA = `
  CREATE TABLE access (token_hash TEXT NOT NULL) STRICT;
  CREATE TABLE customers (user_id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
  CREATE TABLE payment_methods (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES customers, kind TEXT NOT NULL, balance_cents INTEGER
  ) STRICT;
  CREATE TABLE orders (
    order_id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES customers, address TEXT NOT NULL, note TEXT,
    status TEXT NOT NULL CHECK (status IN ('pending', 'processed', 'delivered', 'cancelled')), cancel_reason TEXT
  ) STRICT;
  CREATE TABLE items (
    order_id TEXT NOT NULL REFERENCES orders, position INTEGER NOT NULL, item_id TEXT NOT NULL, name TEXT NOT NULL,
    price_cents INTEGER NOT NULL, options TEXT NOT NULL, PRIMARY KEY (order_id, position)
  ) STRICT;
  CREATE TABLE payments (
    order_id TEXT NOT NULL REFERENCES orders, position INTEGER NOT NULL, transaction_type TEXT NOT NULL,
    amount_cents INTEGER NOT NULL, payment_method_id TEXT NOT NULL, PRIMARY KEY (order_id, position)
  ) STRICT;
  CREATE TABLE parcels (tracking_id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders) STRICT;
  CREATE TABLE requests (
    request_id TEXT PRIMARY KEY, arguments TEXT NOT NULL, result TEXT NOT NULL, at TEXT NOT NULL
  ) STRICT;
`;

const TABLES = ['requests', 'parcels', 'payments', 'items', 'orders', 'payment_methods', 'customers', 'access'];

/** The order system's own database, one SQLite file. Several processes may have it open. */
export class OrderDatabase {
  readonly #sqlite: DatabaseSync;

  private constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
  }

  /** Opens the file. What is not there yet is made from the fixture, for whoever shows this token from then on. */
  static open(file: string, token: string): OrderDatabase {
    const database = OrderDatabase.#connect(file);
    database.transaction(() => {
      if (!database.#exists()) database.#create(readOrderFixture(), token);
    });
    return database;
  }

  /** Puts the fixture and this token in place of everything that is in the file. */
  static reset(file: string, token: string): void {
    const database = OrderDatabase.#connect(file);
    const fixture = readOrderFixture();
    database.transaction(() => {
      for (const table of TABLES) database.#sqlite.exec(`DROP TABLE IF EXISTS ${table}`);
      database.#create(fixture, token);
    });
    database.close();
  }

  /** Only whoever holds the token that was set when the database was made may read or write. */
  admits(token: string): boolean {
    const row = this.row<{ token_hash: string }>('SELECT token_hash FROM access');
    return row !== undefined && timingSafeEqual(Buffer.from(row.token_hash, 'hex'), sha256(token));
  }

  /** Runs all of it in one transaction, or none of it. */
  transaction<Result>(work: () => Result): Result {
    this.#sqlite.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#sqlite.exec('COMMIT');
      return result;
    } catch (error) {
      this.#sqlite.exec('ROLLBACK');
      throw error;
    }
  }

  row<Row>(sql: string, ...values: (string | number)[]): Row | undefined {
    return this.#sqlite.prepare(sql).get(...values) as Row | undefined;
  }

  rows<Row>(sql: string, ...values: (string | number)[]): Row[] {
    return this.#sqlite.prepare(sql).all(...values) as Row[];
  }

  run(sql: string, ...values: (string | number | null)[]): void {
    this.#sqlite.prepare(sql).run(...values);
  }

  close(): void {
    this.#sqlite.close();
  }

  static #connect(file: string): OrderDatabase {
    mkdirSync(dirname(file), { recursive: true });
    const sqlite = new DatabaseSync(file);
    sqlite.exec('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON');
    return new OrderDatabase(sqlite);
  }

  #exists(): boolean {
    return this.row("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'access'") !== undefined;
  }

  #create(fixture: OrderFixture, token: string): void {
    this.#sqlite.exec(SCHEMA);
    this.run('INSERT INTO access VALUES (?)', sha256(token).toString('hex'));
    for (const { user_id, name, payment_methods } of fixture.customers) {
      this.run('INSERT INTO customers VALUES (?, ?)', user_id, name);
      for (const { id, kind, balance } of payment_methods) {
        const cents = balance === undefined ? null : toCents(balance);
        this.run('INSERT INTO payment_methods VALUES (?, ?, ?, ?)', id, user_id, kind, cents);
      }
    }
    for (const order of fixture.orders) this.#insertOrder(order);
  }

  #insertOrder(order: OrderFixture['orders'][number]): void {
    const { order_id, user_id, address, status, note } = order;
    this.run('INSERT INTO orders VALUES (?, ?, ?, ?, ?, NULL)', order_id, user_id, address, note ?? null, status);
    order.items.forEach(({ item_id, name, price, options }, position) => {
      const sql = 'INSERT INTO items VALUES (?, ?, ?, ?, ?, ?)';
      this.run(sql, order_id, position, item_id, name, toCents(price), JSON.stringify(options));
    });
    order.payment_history.forEach(({ transaction_type, amount, payment_method_id }, position) => {
      const sql = 'INSERT INTO payments VALUES (?, ?, ?, ?, ?)';
      this.run(sql, order_id, position, transaction_type, toCents(amount), payment_method_id);
    });
    for (const tracking of order.tracking) this.run('INSERT INTO parcels VALUES (?, ?)', tracking, order_id);
  }
}

/** Money is counted in cents, so that sums are exact. */
function toCents(amount: number): number {
  return Math.round(amount * 100);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
