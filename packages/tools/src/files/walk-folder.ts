import { lstat, readdir } from 'node:fs/promises';
import type { FolderEntry } from '@rolecall/kernel';
import { refusalOf } from './file-refused.ts';
import type { FolderHandle } from './folder-handle.ts';
import { foldName, isClosed } from './parse-path.ts';

/** What stands in a folder, as it is met on the way down. */
export interface Walked {
  readonly folder: FolderHandle;
  readonly name: string;
  readonly path: string;
  readonly kind: FolderEntry['kind'];
  readonly bytes: number | undefined;
}

export interface WalkOptions {
  /** Levels; all without it. */
  readonly depth?: number | undefined;
  readonly onSkipped?: ((path: string, reason: 'ignored' | ReturnType<typeof refusalOf>['code']) => void) | undefined;
}

/** Seldom what is meant, and large. */
const IGNORED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.rolecall']);

/** Walks down through open folders, names in order. Ends early when its consumer does, and leaves nothing open. */
export async function* walkFolder(
  folder: FolderHandle,
  prefix: string,
  options: WalkOptions,
  level = 1,
): AsyncGenerator<Walked> {
  const names = (await readdir(folder.own)).sort();
  for (const name of names) {
    const path = prefix === '' ? name : `${prefix}/${name}`;
    const found = await lstat(folder.at(name)).catch(() => undefined);
    if (!found || isClosed(name)) continue;
    const kind = found.isDirectory() ? 'folder' : found.isFile() ? 'file' : found.isSymbolicLink() ? 'link' : 'other';
    yield { folder, name, path, kind, bytes: kind === 'file' ? found.size : undefined };
    if (kind !== 'folder' || level >= (options.depth ?? Number.POSITIVE_INFINITY)) continue;
    if (IGNORED.has(foldName(name))) {
      options.onSkipped?.(path, 'ignored');
      continue;
    }
    let below: FolderHandle;
    try {
      below = await folder.folder(name);
    } catch (error) {
      options.onSkipped?.(path, refusalOf(error).code);
      continue;
    }
    try {
      yield* walkFolder(below, path, options, level + 1);
    } finally {
      await below.close();
    }
  }
}
