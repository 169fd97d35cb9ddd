import { PostgresDatabase } from '../postgres/database.ts';
import { requireSchema } from '../postgres/migrate.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { refuseOnceNewer, requireNewest } from '../sqlite/migrate.ts';
import { statement } from '../sqlite/query.ts';
import type { StoreLocation } from '../store-location.ts';
import { CLEAR_COLUMNS, type ClearColumns, type ClearRow } from './clear-columns.ts';

/** How many rows of each table were sealed. */
export type SealedRows = Readonly<Record<string, number>>;

/** Told after each page, with how many rows of the table are sealed so far. */
export type OnSealed = (table: string, rows: number) => void;

/** A page is one transaction: short enough that whoever works beside it does not notice. */
const PAGE = 200;

/**
 * Puts what was written before texts were encrypted under its contact's key, in every organisation: page by page, beside
 * processes that work. One that is broken off is taken up where it stopped, and one on a store without anything clear
 * changes nothing. What a contact that was deleted has left is a tombstone, and stays. Throws what opening the store throws.
 */
export async function sealStore(location: StoreLocation, onSealed: OnSealed = () => {}): Promise<SealedRows> {
  return location.kind === 'sqlite' ? sealFile(location.file, onSealed) : sealDatabase(location, onSealed);
}

async function sealFile(file: string, onSealed: OnSealed): Promise<SealedRows> {
  const connection = new SqliteConnection(file);
  try {
    requireNewest(connection);
    refuseOnceNewer(connection);
    // What stood there is overwritten.
    connection.execute('pragma secure_delete = on');
    const ids = connection.all(statement<{ id: string }>('select distinct organisation as id from contact_keys'), []);
    const sums = await sealEach(
      ids.map(({ id }) => id),
      onSealed,
      async (organisation, clear) =>
        connection.transaction('process', () => {
          const rows = connection.all(statement<ClearRow>(select(clear)), [organisation]);
          for (const row of rows) connection.run(statement(update(clear)), valuesOf(clear, organisation, row));
          return rows.length;
        }),
    );
    connection.emptyLog();
    return sums;
  } finally {
    connection.close();
  }
}

async function sealDatabase(
  location: Extract<StoreLocation, { readonly kind: 'postgres' }>,
  onSealed: OnSealed,
): Promise<SealedRows> {
  const database = new PostgresDatabase({ ...location, connections: 1 });
  try {
    await requireSchema(database);
    return await sealEach(await database.organisations(), onSealed, (organisation, clear) =>
      database.transaction(organisation, 'process', async (transaction) => {
        const rows = await transaction.raw<ClearRow>(`${select(clear)} for update of ${clear.table}`, [organisation]);
        for (const row of rows) transaction.sendRaw(update(clear), valuesOf(clear, organisation, row));
        return rows.length;
      }),
    );
  } finally {
    await database.close();
  }
}

async function sealEach(
  organisations: readonly string[],
  onSealed: OnSealed,
  sealPage: (organisation: string, clear: ClearColumns) => Promise<number>,
): Promise<SealedRows> {
  const sums: Record<string, number> = {};
  for (const clear of CLEAR_COLUMNS) {
    let sum = 0;
    for (const organisation of organisations) {
      for (let rows = PAGE; rows === PAGE; ) {
        rows = await sealPage(organisation, clear);
        sum += rows;
        if (rows > 0) onSealed(clear.table, sum);
      }
    }
    sums[clear.table] = sum;
  }
  return sums;
}

/** The next rows in which something is clear, each with its contact's key. */
function select({ table, key, columns, isClear, contact }: ClearColumns): string {
  const names = [...key, ...columns].map((column) => `${table}.${column}`).join(', ');
  return `select ${names}, contact_keys.key as contact_key from ${table}
    join contact_keys on contact_keys.organisation = ${table}.organisation and contact_keys.contact = ${contact}
    where ${table}.organisation = $1 and (${isClear}) limit ${PAGE}`;
}

function update({ table, key, columns }: ClearColumns): string {
  const set = columns.map((column, index) => `${column} = $${index + 2}`);
  const where = key.map((column, index) => `${column} = $${index + 2 + columns.length}`);
  return `update ${table} set ${set.join(', ')} where organisation = $1 and ${where.join(' and ')}`;
}

function valuesOf(
  { key, columns, seal }: ClearColumns,
  organisation: string,
  row: ClearRow,
): (string | number | null)[] {
  const sealed = seal(row, String(row.contact_key));
  return [
    organisation,
    ...columns.map((column) => sealed[column] ?? null),
    ...key.map((column) => row[column] ?? null),
  ];
}
