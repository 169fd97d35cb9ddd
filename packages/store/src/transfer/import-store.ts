import { isDeepStrictEqual } from 'node:util';
import { RolecallError } from '@rolecall/base';
import type { StoreLocation } from '../store-location.ts';
import { eachRow } from './each-row.ts';
import { type ExportSummary, ExportTally } from './export-line.ts';
import { fillStore } from './fill-store.ts';
import { readExport } from './read-export.ts';

/**
 * Reads an export into an empty store that has been migrated, in one transaction, then reads the store and compares: what
 * it answers is what stands in the file, row by row under the same hashes.
 *
 * The file is read through first, so that one that is not whole is told as such, before the store is touched. Throws what
 * reading it throws, `store_not_empty`, and `import_differs` when the store does not give back what it was given; nothing is
 * kept then.
 */
export async function importStore(location: StoreLocation, file: string): Promise<ExportSummary> {
  for await (const _ of readExport(file, new ExportTally()));
  const told = new ExportTally();
  await fillStore(location, readExport(file, told), (written) => {
    const summary = told.summary();
    const differing = Object.keys(summary.tables).find(
      (table) => !isDeepStrictEqual(summary.tables[table], written.tables[table]),
    );
    if (differing !== undefined || !isDeepStrictEqual(Object.keys(summary.tables), Object.keys(written.tables)))
      throw importDiffers(differing ?? 'tables');
  });
  return summaryOf(location);
}

/** What a store holds, under the hashes of an export of it. */
export async function summaryOf(location: StoreLocation): Promise<ExportSummary> {
  const tally = new ExportTally();
  await eachRow(location, (row) => tally.add(row));
  return tally.summary();
}

function importDiffers(table: string): RolecallError {
  return new RolecallError({
    code: 'import_differs',
    at: { path: table },
    message: {
      en: `The store did not give back what it was given (${table}). Nothing was kept.`,
      zh: `存储给回的内容与写入的不同（${table}）。没有保留任何内容。`,
    },
    hint: { en: 'Import into an empty store of the same Rolecall.', zh: '导入到同一个 Rolecall 的空存储里。' },
  });
}
