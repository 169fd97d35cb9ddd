import { open, rename, rm } from 'node:fs/promises';
import type { StoreLocation } from '../store-location.ts';
import { eachRow } from './each-row.ts';
import { type ExportSummary, ExportTally } from './export-line.ts';

const LINES_AT_ONCE = 500;

/** The first line of an export. */
export const EXPORT_HEADER = { format: 'rolecall-export', version: 2 } as const;

/**
 * Writes everything that a store holds into one file of JSON lines: a header, a line for each row, and at the end how many
 * there were with a hash over each table. The file appears under its name only once it is whole; it holds the contacts'
 * keys, so only its owner may read it.
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
    throw error;
  }
  return tally.summary();
}
