import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { refuse } from './refusal.ts';
import {
  type Order,
  type Product,
  type RetailRecords,
  retailRecords,
  type User,
  type Variant,
} from './retail-records.ts';

/** Where a store's records come from, and where they are kept. */
export interface StoreFiles {
  /** What a new store begins with. */
  readonly database: string;
  /** Rewritten after every change, and read instead of `database` once it is there; without it a restart begins anew. */
  readonly state?: string | undefined;
}

/** The store's records in memory. A change is made as a whole or not at all. */
export class RetailStore {
  readonly #files: StoreFiles;
  /** A change never touches a record in place, so that the beginning is still there. */
  #beginning: RetailRecords | undefined;
  #records: RetailRecords;

  private constructor(files: StoreFiles, records: RetailRecords) {
    this.#files = files;
    this.#records = records;
  }

  static open(files: StoreFiles): RetailStore {
    return new RetailStore(files, (files.state && readRecords(files.state)) || readDatabase(files.database));
  }

  get records(): RetailRecords {
    return this.#records;
  }

  /** Forgets every change. */
  restore(): void {
    this.#beginning ??= readDatabase(this.#files.database);
    this.#records = this.#beginning;
    this.#keep(this.#records);
  }

  /** Makes a change on a copy of the records and keeps it, unless it is refused. */
  change<Result>(work: (draft: RetailStore) => Result, touched: TouchedRecords): Result {
    const draft: RetailRecords = {
      products: this.#records.products,
      users: copyOf(this.#records.users, touched.user),
      orders: copyOf(this.#records.orders, touched.order),
    };
    const result = work(new RetailStore({ database: this.#files.database }, draft));
    this.#keep(draft);
    this.#records = draft;
    return result;
  }

  order(id: string): Order {
    return this.#records.orders[id] ?? refuse('Order not found');
  }

  user(id: string): User {
    return this.#records.users[id] ?? refuse('User not found');
  }

  product(id: string): Product {
    return this.#records.products[id] ?? refuse('Product not found');
  }

  /** A variant of this product. */
  variant(productId: string, itemId: string): Variant {
    return this.product(productId).variants[itemId] ?? refuse('Variant not found');
  }

  /** Any value, by table, id and keys. */
  valueAt(path: readonly string[]): unknown {
    return path.reduce<unknown>((value, key) => childOf(value, key), this.#records);
  }

  /** Puts a value in the place of another, without a look at what it means; what comes of it must still be a record. */
  setValueAt(path: readonly string[], value: unknown): void {
    const draft = structuredClone(this.#records);
    const parent = path.slice(0, -1).reduce<unknown>((each, key) => childOf(each, key), draft);
    if (typeof parent !== 'object' || parent === null) refuse(`There is nothing at ${path.slice(0, -1).join('/')}`);
    Object.assign(parent, { [path.at(-1) ?? '']: value });
    this.#records = retailRecords.parse(draft);
    this.#keep(this.#records);
  }

  #keep(records: RetailRecords): void {
    if (this.#files.state === undefined) return;
    mkdirSync(dirname(this.#files.state), { recursive: true });
    const next = `${this.#files.state}.next`;
    writeFileSync(next, JSON.stringify(records));
    renameSync(next, this.#files.state);
  }
}

function childOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** Ids of the records that a change may touch. */
export interface TouchedRecords {
  readonly user?: string | undefined;
  readonly order?: string | undefined;
}

function copyOf<Item>(records: Readonly<Record<string, Item>>, id: string | undefined): Record<string, Item> {
  const record = id === undefined ? undefined : records[id];
  return id === undefined || record === undefined ? { ...records } : { ...records, [id]: structuredClone(record) };
}

function readDatabase(file: string): RetailRecords {
  return readRecords(file) ?? refuse(`There is no database ${file}.`);
}

/** Undefined where there is no such file; throws where it is not what it should be. */
function readRecords(file: string): RetailRecords | undefined {
  try {
    return retailRecords.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
