import { RolecallError } from '@rolecall/base';
import { PostgresDatabase, type Transaction } from '../postgres/database.ts';
import { requireSchema } from '../postgres/migrate.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { requireNewest } from '../sqlite/migrate.ts';
import { describeLocation, type StoreLocation } from '../store-location.ts';
import { eachPostgresRow, sqliteRows } from './each-row.ts';
import { type ExportedRow, type ExportSummary, ExportTally } from './export-line.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';

const BATCH = 200;

/**
 * Writes rows into an empty store in one transaction, reads them back and has them checked before it ends: what `check`
 * throws undoes everything.
 */
export function fillStore(
  location: StoreLocation,
  rows: AsyncIterable<ExportedRow>,
  check: (written: ExportSummary) => void,
): Promise<void> {
  return location.kind === 'sqlite' ? fillSqlite(location, rows, check) : fillPostgres(location, rows, check);
}

async function fillSqlite(
  location: Extract<StoreLocation, { readonly kind: 'sqlite' }>,
  rows: AsyncIterable<ExportedRow>,
  check: (written: ExportSummary) => void,
): Promise<void> {
  // Read whole before the transaction begins: no other process may wait for a file to be read.
  const all: ExportedRow[] = [];
  for await (const row of rows) all.push(row);
  const connection = new SqliteConnection(location.file);
  try {
    requireNewest(connection);
    connection.transaction('power', () => {
      if (!sqliteRows(connection).next().done) throw notEmpty(location);
      for (const { organisation, table, values } of all) {
        const places = ['?', ...values.map(() => '?')].join(', ');
        connection.change(`insert into ${into(table)} values (${places})`, [organisation, ...values]);
      }
      const tally = new ExportTally();
      for (const row of sqliteRows(connection)) tally.add(row);
      check(tally.summary());
    });
  } finally {
    connection.close();
  }
}

async function fillPostgres(
  location: Extract<StoreLocation, { readonly kind: 'postgres' }>,
  rows: AsyncIterable<ExportedRow>,
  check: (written: ExportSummary) => void,
): Promise<void> {
  const database = new PostgresDatabase({ ...location, connections: 1 });
  try {
    await requireSchema(database);
    await database.acrossOrganisations(async (transaction, { become, resign }) => {
      if ((await transaction.raw('select id from organisations limit 1')).length > 0) throw notEmpty(location);
      const organisations = new Set<string>();
      const highest = new Map<string, number>();
      for await (const batch of batches(rows)) {
        const { organisation = '', table = '' } = batch[0] ?? {};
        await become(organisation);
        if (!organisations.has(organisation)) {
          await transaction.raw('insert into organisations (id) values ($1) on conflict do nothing', [organisation]);
        }
        organisations.add(organisation);
        await insert(transaction, batch);
        const ordinal = columnsOf(table).indexOf('ordinal');
        for (const { values } of ordinal < 0 ? [] : batch)
          highest.set(table, Math.max(highest.get(table) ?? 0, Number(values[ordinal])));
      }
      const tally = new ExportTally();
      for (const organisation of organisations) {
        await become(organisation);
        await eachPostgresRow(transaction, organisation, (row) => tally.add(row));
      }
      check(tally.summary());
      await resign();
      for (const [table, ordinal] of highest) {
        await transaction.raw("select setval(pg_get_serial_sequence($1, 'ordinal'), $2)", [table, ordinal]);
      }
    });
  } finally {
    await database.close();
  }
}

async function insert(transaction: Transaction, batch: readonly ExportedRow[]): Promise<void> {
  let place = 0;
  const places = batch.map(({ values }) => `(${['', ...values].map(() => `$${++place}`).join(', ')})`);
  const values = batch.flatMap((row) => [row.organisation, ...row.values]);
  await transaction.raw(`insert into ${into(batch[0]?.table ?? '')} values ${places.join(', ')}`, values);
}

/** Rows of one organisation and one table at a time. */
async function* batches(rows: AsyncIterable<ExportedRow>): AsyncGenerator<readonly ExportedRow[]> {
  let batch: ExportedRow[] = [];
  for await (const row of rows) {
    const [first] = batch;
    const isOther = first !== undefined && (first.organisation !== row.organisation || first.table !== row.table);
    if (isOther || batch.length === BATCH) {
      yield batch;
      batch = [];
    }
    batch.push(row);
  }
  if (batch.length > 0) yield batch;
}

function into(table: string): string {
  return `${table} (${['organisation', ...columnsOf(table)].map((column) => `"${column}"`).join(', ')})`;
}

function columnsOf(table: string): readonly string[] {
  return EXPORTED_TABLES.find(({ name }) => name === table)?.columns ?? [];
}

function notEmpty(location: StoreLocation): RolecallError {
  return new RolecallError({
    code: 'store_not_empty',
    at: { path: describeLocation(location) },
    message: {
      en: 'The store already holds something. Nothing was imported.',
      zh: '存储里已经有内容。没有导入任何内容。',
    },
    hint: { en: 'Import into a new file or schema.', zh: '导入到新的文件或 schema。' },
  });
}
