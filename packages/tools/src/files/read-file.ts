import type { FileHandle } from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import type { FileRead, FileText } from '@rolecall/kernel';
import { decodeText, linesOf } from './decode-text.ts';
import { FileRefused } from './file-refused.ts';
import { type Access, FolderHandle } from './folder-handle.ts';
import { foldName, type InsidePath } from './parse-path.ts';

/** A file that is larger is no text to work with. */
export const MOST_FILE_BYTES = 16 * 1024 * 1024;
const CHUNK = 256 * 1024;

/** Reads a text file, or some of its lines. */
export async function readFileInside(
  inside: InsidePath,
  access: Access,
  request: FileRead,
): Promise<Omit<FileText, 'path'>> {
  const { text, encoding, lineEnding } = decodeText(await readInside(inside, access));
  const lines = linesOf(text);
  const { fromLine = 1, lines: wanted } = request;
  if (fromLine > Math.max(1, lines.length)) throw new FileRefused('not_found', `${fromLine} > ${lines.length}`);
  const toLine = wanted === undefined ? lines.length : Math.min(lines.length, fromLine + wanted - 1);
  const isWhole = fromLine === 1 && toLine === lines.length;
  const part = isWhole ? text.replaceAll('\r\n', '\n') : lines.slice(fromLine - 1, toLine).join('\n');
  return { text: part, fromLine, toLine, totalLines: lines.length, encoding, lineEnding };
}

/** The bytes of a regular file inside a root. */
export async function readInside({ root, parts }: InsidePath, access: Access): Promise<Buffer> {
  const name = parts.at(-1);
  if (name === undefined) throw new FileRefused('not_a_file');
  const folder = await FolderHandle.openInside(root, parts.slice(0, -1), access);
  try {
    const handle = await folder.file(name).catch(async (error: unknown) => {
      throw await withLikelyName(error, folder, name);
    });
    try {
      return await readHandle(handle);
    } finally {
      await handle.close();
    }
  } finally {
    await folder.close();
  }
}

/** Reads to the end, and stops where a file grows while it is read. */
export async function readHandle(handle: FileHandle): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let total = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, null);
    if (bytesRead === 0) return Buffer.concat(chunks);
    total += bytesRead;
    if (total > MOST_FILE_BYTES) throw new FileRefused('too_large', `> ${MOST_FILE_BYTES / 1024 / 1024} MiB`);
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

/** A name that is only spelled differently (case, composed or not) is said, never opened in the other's place. */
async function withLikelyName(error: unknown, folder: FolderHandle, name: string): Promise<unknown> {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return error;
  const likely = (await readdir(folder.own)).find((other) => foldName(other) === foldName(name));
  return likely === undefined ? error : new FileRefused('not_found', `→ ${likely}`);
}
