import { PostgresDatabase, type Transaction } from '../postgres/database.ts';
import { requireSchema } from '../postgres/migrate.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { requireNewest } from '../sqlite/migrate.ts';
import type { StoreLocation } from '../store-location.ts';
import type { Cell, ExportedRow } from './export-line.ts';
import { EXPORTED_TABLES, type ExportedTable } from './exported-tables.ts';

const PAGE = 1_000;

type Visit = (row: ExportedRow) => void | Promise<void>;

/**
 * Shows every row of a store, all as they were at one moment, in one order wherever the store is: by organisation, table
 * and key, by their bytes.
 */
export async function eachRow(location: StoreLocation, visit: Visit): Promise<void> {
  if (location.kind === 'sqlite') {
    const connection = new SqliteConnection(location.file);
    try {
      requireNewest(connection);
      connection.execute('begin');
      for (const row of sqliteRows(connection)) await visit(row);
    } finally {
      connection.close();
    }
    return;
  }
  const database = new PostgresDatabase({ ...location, connections: 1 });
  try {
    await requireSchema(database);
    await database.acrossOrganisations(async (transaction, { become }) => {
      const organisations = await transaction.raw<{ readonly id: string }>('select id from organisations order by id');
      for (const { id } of organisations) {
        await become(id);
        await eachPostgresRow(transaction, id, visit);
      }
    });
  } finally {
    await database.close();
  }
}

/** The rows of a file, inside of a transaction of the caller. */
export function* sqliteRows(connection: SqliteConnection): Generator<ExportedRow> {
  const union = EXPORTED_TABLES.map(({ name }) => `select organisation from ${name}`).join(' union ');
  for (const [organisation] of connection.lists(`${union} order by organisation`)) {
    for (const table of EXPORTED_TABLES) {
      for (let last: Cell[] = []; ; ) {
        const rows = connection.lists(sqlitePage(table, last.length > 0), [organisation ?? null, ...last]);
        for (const values of rows) yield { organisation: String(organisation), table: table.name, values };
        if (rows.length < PAGE) break;
        last = table.key.map((column) => rows.at(-1)?.[table.columns.indexOf(column)] ?? null);
      }
    }
  }
}

function sqlitePage({ name, columns, key }: ExportedTable, isLater: boolean): string {
  const after = isLater ? `and (${list(key)}) > (${key.map(() => '?').join(', ')})` : '';
  return `select ${list(columns)} from ${name} where organisation = ? ${after} order by ${list(key)} limit ${PAGE}`;
}

/** The rows of one organisation, inside of a transaction of the caller that has become it. */
export async function eachPostgresRow(transaction: Transaction, organisation: string, visit: Visit): Promise<void> {
  for (const { name, columns, key } of EXPORTED_TABLES) {
    const order = key.map((column) => `"${column}"${NUMBERS.has(column) ? '' : ' collate "C"'}`).join(', ');
    const select = `select ${list(columns)} from ${name} order by ${order}`;
    await transaction.raw(`declare exported no scroll cursor for ${select}`);
    for (let rows = PAGE; rows === PAGE; ) {
      const page = await transaction.raw<Readonly<Record<string, Cell>>>(`fetch ${PAGE} from exported`);
      for (const row of page) {
        await visit({ organisation, table: name, values: columns.map((column) => row[column] ?? null) });
      }
      rows = page.length;
    }
    await transaction.raw('close exported');
  }
}

const NUMBERS = new Set(['sequence', 'item_index', 'intent', 'ordinal']);

function list(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
