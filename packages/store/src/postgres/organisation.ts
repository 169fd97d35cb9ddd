import type { ProjectedRow, ProjectionIndex, Redact } from '@rolecall/journal';
import type { PostgresDatabase, Transaction } from './database.ts';

/** One organisation of a database: what every port needs. */
export interface PostgresOrganisation {
  readonly id: string;
  readonly database: PostgresDatabase;
  readonly projections: ProjectionIndex;
  readonly redact: Redact | undefined;
  readonly keepsContact: ((row: ProjectedRow) => boolean) | undefined;
}

/** An organisation inside of a transaction. */
export interface Scope {
  readonly organisation: string;
  readonly transaction: Transaction;
}

/** The value without known secrets. */
export function redacted<Value>({ redact }: PostgresOrganisation, value: Value): Value {
  return redact ? redact(value) : value;
}

/** Runs the work in a transaction that writes. */
export function writing<Result>(
  { id, database }: PostgresOrganisation,
  durability: 'power' | 'process',
  work: (scope: Scope) => Promise<Result>,
): Promise<Result> {
  return database.transaction(id, durability, (transaction) => work({ organisation: id, transaction }));
}

/** Runs the work on one state of the organisation. */
export function reading<Result>(
  { id, database }: PostgresOrganisation,
  work: (scope: Scope) => Promise<Result>,
): Promise<Result> {
  return database.snapshot(id, (transaction) => work({ organisation: id, transaction }));
}
