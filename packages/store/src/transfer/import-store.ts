import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { type Bilingual, RolecallError } from '@rolecall/base';
import type { StoreLocation } from '../store-location.ts';
import { eachRow } from './each-row.ts';
import { type ExportedRow, type ExportSummary, ExportTally } from './export-line.ts';
import { EXPORT_HEADER } from './export-store.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';
import { fillStore } from './fill-store.ts';

/**
 * Reads an export into an empty store that has been migrated, in one transaction, then reads the store and compares: what
 * it answers is what stands in the file, row by row under the same hashes.
 *
 * Throws `export_malformed` or `export_incomplete` for a file that is not whole, `store_not_empty`, and
 * `import_differs` when the store does not give back what it was given; nothing is kept then.
 */
export async function importStore(location: StoreLocation, file: string): Promise<ExportSummary> {
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

async function* readExport(file: string, tally: ExportTally): AsyncGenerator<ExportedRow> {
  const known = new Map(EXPORTED_TABLES.map(({ name, columns }) => [name, columns.length]));
  let number = 0;
  let end: ExportSummary | undefined;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    const parsed = parse(line, file, number);
    if (number === 1) {
      if (!isDeepStrictEqual(parsed, EXPORT_HEADER))
        throw malformed(file, number, {
          en: 'It is no export of this version.',
          zh: '它不是这个版本的导出。',
        });
      continue;
    }
    if (end !== undefined)
      throw malformed(file, number, { en: 'Something follows after the end.', zh: '结尾之后还有内容。' });
    if (!Array.isArray(parsed)) {
      end = (parsed as { readonly end?: ExportSummary }).end;
      if (end === undefined)
        throw malformed(file, number, { en: 'It is neither a row nor the end.', zh: '它既不是一行，也不是结尾。' });
      continue;
    }
    const [organisation, table, values] = parsed as [string, string, ExportedRow['values']];
    if (typeof organisation !== 'string' || known.get(table) !== values?.length)
      throw malformed(file, number, {
        en: `It is no row of a table that this Rolecall knows (${String(table)}).`,
        zh: `它不属于这个 Rolecall 认识的表（${String(table)}）。`,
      });
    const row = { organisation, table, values };
    tally.add(row);
    yield row;
  }
  if (end === undefined) throw incomplete(file, { en: 'Its end is missing.', zh: '缺少结尾。' });
  if (!isDeepStrictEqual(end, JSON.parse(JSON.stringify(tally.summary()))))
    throw incomplete(file, {
      en: 'Its rows are not those that its end speaks of.',
      zh: '它的行与结尾所说的不符。',
    });
}

function parse(line: string, file: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw malformed(file, number, { en: 'It is not JSON.', zh: '它不是 JSON。' }, cause);
  }
}

function malformed(file: string, line: number, message: Bilingual, cause?: unknown): RolecallError {
  return new RolecallError({
    code: 'export_malformed',
    at: { file, line },
    message: {
      en: `The export cannot be read here. ${message.en} Nothing was imported.`,
      zh: `这份导出在这里读不出来。${message.zh}没有导入任何内容。`,
    },
    hint: { en: 'Make a new export with `rolecall db export`.', zh: '用 `rolecall db export` 重新导出。' },
    cause,
  });
}

function incomplete(file: string, message: Bilingual): RolecallError {
  return new RolecallError({
    code: 'export_incomplete',
    at: { file },
    message: {
      en: `The export is not whole. ${message.en} Nothing was imported.`,
      zh: `这份导出不完整。${message.zh}没有导入任何内容。`,
    },
    hint: {
      en: 'Make a new export with `rolecall db export`, and copy all of it.',
      zh: '用 `rolecall db export` 重新导出，并完整地复制它。',
    },
  });
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
