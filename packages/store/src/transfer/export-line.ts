import { createHash, type Hash } from 'node:crypto';

/** A value of a column; numbers that count or tell the time are exact in JSON. */
export type Cell = string | number | null;

/** One row of an organisation, its values in the order of the table's columns. */
export interface ExportedRow {
  readonly organisation: string;
  readonly table: string;
  readonly values: readonly Cell[];
}

/** What an export holds: how many rows of each table, and a hash over them in their order. */
export interface ExportSummary {
  readonly organisations: readonly string[];
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly hash: string }>>;
}

/** Sums up rows as they pass, wherever they come from. */
export class ExportTally {
  readonly #organisations = new Set<string>();
  readonly #tables = new Map<string, { rows: number; readonly hash: Hash }>();

  add(row: ExportedRow): void {
    this.#organisations.add(row.organisation);
    const table = this.#tables.get(row.table) ?? { rows: 0, hash: createHash('sha256') };
    table.rows++;
    table.hash.update(`${JSON.stringify([row.organisation, row.values])}\n`);
    this.#tables.set(row.table, table);
  }

  summary(): ExportSummary {
    const tables = [...this.#tables].map(([name, { rows, hash }]) => [
      name,
      { rows, hash: `sha256:${hash.copy().digest('hex')}` },
    ]);
    return { organisations: [...this.#organisations], tables: Object.fromEntries(tables) };
  }
}
