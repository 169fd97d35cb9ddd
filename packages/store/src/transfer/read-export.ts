import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { type Bilingual, RolecallError } from '@rolecall/base';
import type { ExportedRow, ExportSummary, ExportTally } from './export-line.ts';
import { EXPORT_HEADER } from './export-store.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';

/**
 * The rows of an export, counted as they pass. Throws `export_unreadable`, `export_malformed` for a line that is none of it,
 * and at the end `export_incomplete` when the rows are not those that the file's last line speaks of.
 */
export async function* readExport(file: string, tally: ExportTally): AsyncGenerator<ExportedRow> {
  const known = new Map(EXPORTED_TABLES.map(({ name, columns }) => [name, columns.length]));
  let number = 0;
  let end: ExportSummary | undefined;
  for await (const line of linesOf(file)) {
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
      end = (parsed as { readonly end?: ExportSummary } | null)?.end;
      if (end === undefined)
        throw malformed(file, number, { en: 'It is neither a row nor the end.', zh: '它既不是一行，也不是结尾。' });
      continue;
    }
    const [organisation, table, values] = parsed as [string, string, ExportedRow['values']];
    if (typeof organisation !== 'string' || !Array.isArray(values) || known.get(table) !== values.length)
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

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (cause) {
    throw new RolecallError({
      code: 'export_unreadable',
      at: { file },
      message: {
        en: `The export cannot be read (${reasonOf(cause)}). Nothing was imported.`,
        zh: `这份导出无法读取（${reasonOf(cause)}）。没有导入任何内容。`,
      },
      hint: {
        en: 'Give the file that `rolecall db export` has written.',
        zh: '请给出 `rolecall db export` 写出的文件。',
      },
      cause,
    });
  }
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
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
