import { open, rename, rm } from 'node:fs/promises';
import { RolecallError } from '@rolecall/base';
import type { StoreLocation } from '../store-location.ts';
import { eachRow } from './each-row.ts';
import { type ExportSummary, ExportTally } from './export-line.ts';

const LINES_AT_ONCE = 500;

/** The first line of an export. */
export const EXPORT_HEADER = { format: 'rolecall-export', version: 2 } as const;

/**
 * Writes everything that a store holds into one file of JSON lines: a header, a line for each row, and at the end how many
 * there were with a hash over each table. The file appears under its name only once it is whole; it holds the contacts'
 * keys, so only its owner may read it. Throws `export_not_written` where the file cannot be, and what reading the store throws.
 */
export async function exportStore(location: StoreLocation, file: string): Promise<ExportSummary> {
  const tally = new ExportTally();
  const unfinished = `${file}.unfinished`;
  try {
    const output = await open(unfinished, 'w', 0o600);
    try {
      const lines = [JSON.stringify(EXPORT_HEADER)];
      const flush = async () => {
        await output.write(`${lines.splice(0).join('\n')}\n`);
      };
      await eachRow(location, async (row) => {
        tally.add(row);
        lines.push(JSON.stringify([row.organisation, row.table, row.values]));
        if (lines.length >= LINES_AT_ONCE) await flush();
      });
      lines.push(JSON.stringify({ end: tally.summary() }));
      await flush();
      await output.sync();
    } finally {
      await output.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw explainFileError(error, file);
  }
  return tally.summary();
}

/** What the store itself says goes on as it is. */
function explainFileError(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (RolecallError.is(error) || syscall === undefined) return error;
  return new RolecallError({
    code: 'export_not_written',
    at: { file },
    message: {
      en: `The export could not be written (${code}). Nothing was left of it.`,
      zh: `导出无法写入（${code}）。没有留下任何部分。`,
    },
    hint: {
      en: 'Name a file in a folder that exists, may be written and has room.',
      zh: '请给出一个文件，它所在的文件夹要存在、可写并有空间。',
    },
    cause: error,
  });
}
