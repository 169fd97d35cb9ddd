import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import type { FileChange, PreparedChange, WrittenFile } from '@rolecall/kernel';
import { changedText, encodedText, unifiedDiff } from './change-text.ts';
import { type DecodedText, decodeText } from './decode-text.ts';
import { FileRefused } from './file-refused.ts';
import { type Access, FolderHandle } from './folder-handle.ts';
import { foldName, type InsidePath, isWriteProtected } from './parse-path.ts';
import { MOST_FILE_BYTES, readHandle } from './read-file.ts';

const ABSENT = 'absent';
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** A file as it is before a change. */
interface Present {
  readonly decoded: DecodedText | undefined;
  readonly basis: string;
  readonly mode: number | undefined;
}

/** What a change would come to. */
export async function prepareInside(
  inside: InsidePath,
  access: Access,
  change: FileChange,
): Promise<Omit<PreparedChange, 'path'>> {
  const { decoded, basis } = await presentFile(inside, access);
  const text = checkedText(decoded, change);
  const diff = unifiedDiff(change.path, decoded?.text, text);
  const isConverted = decoded && decoded.encoding !== 'utf-8' && decoded.encoding !== 'utf-8-bom';
  return { isNew: decoded === undefined, diff, basis, ...(isConverted ? { reencodedFrom: decoded.encoding } : {}) };
}

/**
 * Writes a file whole or not at all: beside it first, then in its place. With a basis it is looked at once more right
 * before that; a new file never takes the place of one that came in between.
 */
export async function writeInside(
  inside: InsidePath,
  access: Access,
  change: FileChange,
  basis: string | undefined,
): Promise<Omit<WrittenFile, 'path'>> {
  const { root, parts } = inside;
  const name = nameOf(inside);
  const before = await presentFile(inside, access);
  if (basis !== undefined && before.basis !== basis) throw new FileRefused('changed_since_shown');
  const text = checkedText(before.decoded, change);
  const bytes = encodedText(text, before.decoded?.encoding);
  const folder = await openOrMake(root, parts.slice(0, -1), access);
  try {
    const spare = `.rolecall-${randomBytes(9).toString('hex')}.tmp`;
    try {
      await writeNew(folder, spare, bytes, before.mode);
      await folder.confirm();
      if ((await presentIn(folder, name)).basis !== before.basis) throw new FileRefused('changed_since_shown');
      if (before.decoded) await rename(folder.at(spare), folder.at(name));
      else await placeNew(folder, spare, name);
      await folder.sync();
    } finally {
      await unlink(folder.at(spare)).catch(() => undefined);
    }
  } finally {
    await folder.close();
  }
  const diff = unifiedDiff(change.path, before.decoded?.text, text);
  return { isNew: before.decoded === undefined, bytes: bytes.length, diff };
}

function nameOf({ parts }: InsidePath): string {
  const name = parts.at(-1);
  if (name === undefined) throw new FileRefused('not_a_file');
  if (parts.some(isWriteProtected)) throw new FileRefused('protected');
  return name;
}

function checkedText(present: DecodedText | undefined, change: FileChange): string {
  const text = changedText(present, change);
  if (Buffer.byteLength(text) > MOST_FILE_BYTES)
    throw new FileRefused('too_large', `> ${MOST_FILE_BYTES / 1024 / 1024} MiB`);
  return text;
}

async function presentFile(inside: InsidePath, access: Access): Promise<Present> {
  const { root, parts } = inside;
  const name = nameOf(inside);
  let folder = await FolderHandle.openRoot(root, access);
  try {
    for (const part of parts.slice(0, -1)) {
      await refuseLookAlike(folder, part);
      const above = folder;
      try {
        folder = await above.folder(part);
      } catch (error) {
        // A folder that is to be made has nothing in it.
        if (isMissing(error)) return { decoded: undefined, basis: ABSENT, mode: undefined };
        throw error;
      }
      await above.close();
    }
    await refuseLookAlike(folder, name);
    return await presentIn(folder, name);
  } finally {
    await folder.close();
  }
}

async function presentIn(folder: FolderHandle, name: string): Promise<Present> {
  const handle = await folder.file(name).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!handle) return { decoded: undefined, basis: ABSENT, mode: undefined };
  try {
    const bytes = await readHandle(handle);
    const { mode } = await handle.stat();
    const basis = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    return { decoded: decodeText(bytes), basis, mode: mode & 0o777 };
  } finally {
    await handle.close();
  }
}

/** Another spelling of a name that is there would be the same file on some systems and a second one on others. */
async function refuseLookAlike(folder: FolderHandle, name: string): Promise<void> {
  const others = (await readdir(folder.own)).filter((other) => other !== name && foldName(other) === foldName(name));
  const isThere = await lstat(folder.at(name)).then(
    () => true,
    () => false,
  );
  if (others[0] !== undefined && !isThere) throw new FileRefused('name_collides', others[0]);
}

async function openOrMake(root: InsidePath['root'], parts: readonly string[], access: Access): Promise<FolderHandle> {
  let folder = await FolderHandle.openRoot(root, access);
  for (const part of parts) {
    const above = folder;
    try {
      await mkdir(above.at(part)).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      });
      folder = await above.folder(part);
    } finally {
      await above.close();
    }
  }
  return folder;
}

async function writeNew(folder: FolderHandle, name: string, bytes: Buffer, mode: number | undefined): Promise<void> {
  const handle = await open(folder.at(name), NEW_FILE, mode ?? 0o666);
  try {
    // By name alone a folder may have been changed for a link at this very moment: then nothing but an empty file is there.
    await folder.confirmChild(handle, name);
    if (mode !== undefined) await handle.chmod(mode);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A second name is only given where there is none yet; where a file system has no second names, the rename has to do. */
async function placeNew(folder: FolderHandle, spare: string, name: string): Promise<void> {
  try {
    await link(folder.at(spare), folder.at(name));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new FileRefused('changed_since_shown');
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw error;
    await rename(folder.at(spare), folder.at(name));
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
