import { readFile } from 'node:fs/promises';
import { type Finding, findingWords } from '@rolecall/base';
import type { FoundFile } from './find-files.ts';

/** The text of a file, or why it cannot be used. */
export async function readText(
  { file, path, bytes }: FoundFile,
  largest: { readonly bytes: number; readonly code: string },
): Promise<string | Finding> {
  if (bytes > largest.bytes) {
    const message = {
      en: `The file is larger than ${largest.bytes / 1024} KiB.`,
      zh: `文件大于 ${largest.bytes / 1024} KiB。`,
    };
    return {
      severity: 'error',
      code: largest.code,
      ...findingWords(message, { en: 'Split it into several files.', zh: '拆成几个文件。' }),
      file,
    };
  }
  const content = await readFile(path).catch(() => undefined);
  if (!content)
    return {
      severity: 'error',
      code: 'file_unreadable',
      ...findingWords({ en: 'The file cannot be read.', zh: '文件读不出来。' }),
      file,
    };
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return {
      severity: 'error',
      code: 'file_not_utf8',
      ...findingWords(
        { en: 'The file is not UTF-8.', zh: '文件不是 UTF-8。' },
        { en: 'Save it as UTF-8.', zh: '存成 UTF-8。' },
      ),
      file,
    };
  }
}
