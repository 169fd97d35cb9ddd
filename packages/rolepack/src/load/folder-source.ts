import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { LIMITS } from '../standard/limits.ts';
import { unsafeCharacters } from '../text/unsafe-characters.ts';
import {
  byPath,
  isSystemName,
  type PackSource,
  type SourceFile,
  type SourceListing,
  type SourceProblem,
} from './pack-source.ts';

/** The pack in a folder. Links are reported and never followed; depth, number and sizes are limited. */
export function folderSource(dir: string): PackSource {
  const seen = new Map<string, SeenFile>();
  return {
    location: dir,
    async list() {
      const walk = new Walk(dir, seen);
      await walk.folder('', '', 0);
      return walk.listing();
    },
    async read(path) {
      return readInside(dir, path, seen.get(path));
    },
  };
}

/** A file as the walk met it, so that reading it later can tell that it is still that file. */
interface SeenFile {
  /** The path as the file system spells it. */
  readonly spelling: string;
  readonly device: number;
  readonly inode: number;
}

class Walk {
  readonly #dir: string;
  readonly #seen: Map<string, SeenFile>;
  readonly #files: SourceFile[] = [];
  readonly #problems: SourceProblem[] = [];
  readonly #folded = new Map<string, string>();
  #bytes = 0;

  constructor(dir: string, seen: Map<string, SeenFile>) {
    this.#dir = dir;
    this.#seen = seen;
  }

  listing(): SourceListing {
    return { files: this.#files.sort(byPath), problems: this.#problems.sort(byPath) };
  }

  async folder(path: string, spelling: string, depth: number): Promise<void> {
    let entries: import('node:fs').Dirent[];
    try {
      entries = await readdir(join(this.#dir, spelling), { withFileTypes: true });
    } catch (error) {
      this.#problem(path, 'FILE_UNREADABLE', { reason: reasonOf(error) });
      return;
    }
    for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
      const own = spelling === '' ? entry.name : `${spelling}/${entry.name}`;
      const composed = own.normalize('NFC');
      if (this.#files.length > LIMITS.packFiles) return;
      if (isSystemName(entry.name)) this.#problem(composed, 'SYSTEM_FILE');
      else if (entry.isSymbolicLink()) this.#problem(composed, 'LINK_REFUSED');
      else if (!isStorableName(entry.name)) this.#problem(composed, 'PATH_UNSAFE');
      else if (entry.isDirectory()) {
        if (depth >= LIMITS.packDepth) this.#problem(composed, 'TOO_DEEP', { limit: LIMITS.packDepth });
        else await this.folder(composed, own, depth + 1);
      } else if (entry.isFile()) await this.#file(composed, own);
      else this.#problem(composed, 'NOT_A_FILE');
    }
  }

  async #file(path: string, spelling: string): Promise<void> {
    const twin = this.#folded.get(foldPath(path));
    if (twin !== undefined) return this.#problem(path, 'PATH_COLLISION', { other: twin });
    this.#folded.set(foldPath(path), path);
    let found: Stats;
    try {
      found = await lstat(join(this.#dir, spelling));
    } catch (error) {
      return this.#problem(path, 'FILE_UNREADABLE', { reason: reasonOf(error) });
    }
    const { size } = found;
    if (size > LIMITS.fileBytes) return this.#problem(path, 'FILE_TOO_LARGE', { size, limit: LIMITS.fileBytes });
    if (this.#files.length >= LIMITS.packFiles) {
      this.#files.length = LIMITS.packFiles;
      if (!this.#problems.some((problem) => problem.code === 'TOO_MANY_FILES'))
        this.#problem(path, 'TOO_MANY_FILES', { limit: LIMITS.packFiles });
      return;
    }
    if (this.#bytes + size > LIMITS.packBytes)
      return this.#problem(path, 'PACK_TOO_LARGE', { limit: LIMITS.packBytes });
    this.#bytes += size;
    if (spelling !== path) this.#problem(path, 'NAME_NORMALISED', { key: `"${path}"` });
    this.#seen.set(path, { spelling, device: found.dev, inode: found.ino });
    this.#files.push({ path, size });
  }

  #problem(path: string, code: SourceProblem['code'], parameters?: SourceProblem['parameters']): void {
    this.#problems.push({ path, code, parameters });
  }
}

/** Two paths with the same fold cannot lie beside each other on every system. */
export function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** True for a file name that every system can store and that hides nothing. */
export function isStorableName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.length > 255) return false;
  if (unsafeCharacters(name).length > 0 || /[<>:"|?*\\/]/.test(name) || /[. ]$/.test(name)) return false;
  return !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
}

/**
 * The bytes of a file inside the folder. The walk followed no link, so a file with the same identity is inside; any
 * other one (replaced since, or never listed) is read only when no link lies on the way to it.
 */
async function readInside(dir: string, path: string, seen: SeenFile | undefined): Promise<Uint8Array> {
  const whole = join(dir, seen?.spelling ?? path);
  const handle = await open(whole, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error('not a file');
    if (found.size > LIMITS.fileBytes) throw new Error('grew over the limit while it was read');
    const isSame = seen !== undefined && found.ino !== 0 && seen.inode === found.ino && seen.device === found.dev;
    if (!isSame) {
      const [root, parent] = await Promise.all([realpath(dir), realpath(join(whole, '..'))]);
      if (parent !== root && !parent.startsWith(root + sep)) throw new Error('leads out of the pack');
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}
