import { readFile } from 'node:fs/promises';
import type { Finding } from '@rolecall/base';
import type { FoundFile } from './find-files.ts';

/** The text of a file, or why it cannot be used. */
export async function readText(
  { file, path, bytes }: FoundFile,
  largest: { readonly bytes: number; readonly code: string },
): Promise<string | Finding> {
  if (bytes > largest.bytes) {
    const message = `The file is larger than ${largest.bytes / 1024} KiB.`;
    return { severity: 'error', code: largest.code, message, file, fix: 'Split it into several files.' };
  }
  const content = await readFile(path).catch(() => undefined);
  if (!content) return { severity: 'error', code: 'file_unreadable', message: 'The file cannot be read.', file };
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return {
      severity: 'error',
      code: 'file_not_utf8',
      message: 'The file is not UTF-8.',
      file,
      fix: 'Save it as UTF-8.',
    };
  }
}
