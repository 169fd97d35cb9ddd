import type { ProjectedRow, ProjectionIndex, Redact } from '@rolecall/journal';
import type { SqliteConnection } from './connection.ts';

/** One organisation of an open file: what every port needs. */
export interface SqliteOrganisation {
  readonly id: string;
  readonly connection: SqliteConnection;
  readonly projections: ProjectionIndex;
  readonly redact: Redact | undefined;
  readonly keepsContact: ((row: ProjectedRow) => boolean) | undefined;
}

/** The value without known secrets. */
export function redacted<Value>({ redact }: SqliteOrganisation, value: Value): Value {
  return redact ? redact(value) : value;
}
