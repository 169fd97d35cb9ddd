import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type AirlineRecords,
  airlineRecords,
  type Flight,
  type FlightDay,
  type Reservation,
  type User,
} from './airline-records.ts';
import { refuse } from './refusal.ts';

/** Where the records come from, and where they are kept. */
export interface StoreFiles {
  /** What a new one begins with. */
  readonly database: string;
  /** Rewritten after every change, and read instead of `database` once it is there; without it a restart begins anew. */
  readonly state?: string | undefined;
}

/** The airline's records in memory. A change is made as a whole or not at all. */
export class AirlineStore {
  readonly #files: StoreFiles;
  /** A change never touches a record in place, so that the beginning is still there. */
  #beginning: AirlineRecords | undefined;
  #records: AirlineRecords;

  private constructor(files: StoreFiles, records: AirlineRecords) {
    this.#files = files;
    this.#records = records;
  }

  static open(files: StoreFiles): AirlineStore {
    return new AirlineStore(files, (files.state && readRecords(files.state)) || readDatabase(files.database));
  }

  get records(): AirlineRecords {
    return this.#records;
  }

  /** Forgets every change. */
  restore(): void {
    this.#beginning ??= readDatabase(this.#files.database);
    this.#records = this.#beginning;
    this.#keep(this.#records);
  }

  /** Makes a change on a copy of the records and keeps it, unless it is refused. */
  change<Result>(work: (draft: AirlineStore) => Result, touched: TouchedRecords): Result {
    const draft: AirlineRecords = {
      flights: copyOf(this.#records.flights, touched.flights ?? []),
      users: copyOf(this.#records.users, touched.users ?? []),
      reservations: copyOf(this.#records.reservations, touched.reservations ?? []),
    };
    const result = work(new AirlineStore({ database: this.#files.database }, draft));
    this.#keep(draft);
    this.#records = draft;
    return result;
  }

  reservation(id: string): Reservation {
    return this.#records.reservations[id] ?? refuse('Reservation not found');
  }

  user(id: string): User {
    return this.#records.users[id] ?? refuse('User not found');
  }

  flight(id: string): Flight {
    return this.#records.flights[id] ?? refuse(`Flight ${id} not found`);
  }

  /** A flight on one date. */
  day(id: string, date: string): FlightDay {
    return this.flight(id).dates[date] ?? refuse(`Flight ${id} not found on date ${date}`);
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
    this.#records = airlineRecords.parse(draft);
    this.#keep(this.#records);
  }

  #keep(records: AirlineRecords): void {
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
export type TouchedRecords = Partial<Readonly<Record<keyof AirlineRecords, readonly string[]>>>;

function copyOf<Item>(records: Readonly<Record<string, Item>>, ids: readonly string[]): Record<string, Item> {
  const copies = ids.flatMap((id) => (records[id] === undefined ? [] : [[id, structuredClone(records[id])]]));
  return { ...records, ...(Object.fromEntries(copies) as Record<string, Item>) };
}

function readDatabase(file: string): AirlineRecords {
  return readRecords(file) ?? refuse(`There is no database ${file}.`);
}

/** Undefined where there is no such file; throws where it is not what it should be. */
function readRecords(file: string): AirlineRecords | undefined {
  try {
    return airlineRecords.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
