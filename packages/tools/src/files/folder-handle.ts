import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { FileRefused } from './file-refused.ts';
import { isClosed, type Root } from './parse-path.ts';

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const FOLDER = constants.O_DIRECTORY ?? 0;
/** A pipe without a writer would wait for one for ever. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;

/** How a folder's children are reached. */
export type Access =
  /** Through the open folder itself: whoever renames or links on the way meanwhile reaches nothing. */
  | 'descriptor'
  /** By name; what was opened is compared with what lies under that name without links, after it was opened. */
  | 'name';

/** Node has no `openat`; on Linux a path below `/proc/self/fd` is one. */
export function bestAccess(): Access {
  return process.platform === 'linux' && existsSync('/proc/self/fd') ? 'descriptor' : 'name';
}

/** An open folder inside a root. Everything below it is reached through it, one part at a time, and no link is followed. */
export class FolderHandle {
  readonly #handle: FileHandle;
  readonly #path: string;
  readonly #access: Access;

  private constructor(handle: FileHandle, path: string, access: Access) {
    this.#handle = handle;
    this.#path = path;
    this.#access = access;
  }

  static async openRoot(root: Root, access: Access): Promise<FolderHandle> {
    const handle = await open(root.path, constants.O_RDONLY | FOLDER | NO_FOLLOW);
    return await FolderHandle.#checked(new FolderHandle(handle, root.path, access));
  }

  /** Walks down from a root. */
  static async openInside(root: Root, parts: readonly string[], access: Access): Promise<FolderHandle> {
    let folder = await FolderHandle.openRoot(root, access);
    for (const part of parts) {
      const above = folder;
      try {
        folder = await above.folder(part);
      } finally {
        await above.close();
      }
    }
    return folder;
  }

  /** The name under which the system reaches a child. A last part that is a link is not followed by those who use it. */
  at(name: string): string {
    return join(this.#access === 'descriptor' ? `/proc/self/fd/${this.#handle.fd}` : this.#path, name);
  }

  /** The folder's own name for reading its list. */
  get own(): string {
    return this.#access === 'descriptor' ? `/proc/self/fd/${this.#handle.fd}` : this.#path;
  }

  async folder(name: string): Promise<FolderHandle> {
    if (isClosed(name)) throw new FileRefused('protected');
    const before = await lstat(this.at(name));
    if (before.isSymbolicLink()) throw new FileRefused('link_refused');
    if (!before.isDirectory()) throw new FileRefused('not_a_folder');
    const handle = await open(this.at(name), constants.O_RDONLY | FOLDER | NO_FOLLOW);
    return await FolderHandle.#checked(new FolderHandle(handle, join(this.#path, name), this.#access));
  }

  /** Opens a regular file with one name. Anything else is refused, also when it takes the place of one meanwhile. */
  async file(name: string): Promise<FileHandle> {
    if (isClosed(name)) throw new FileRefused('protected');
    const before = await lstat(this.at(name));
    if (before.isSymbolicLink()) throw new FileRefused('link_refused');
    // A device may do something already when it is opened.
    if (!before.isFile()) throw new FileRefused('not_a_file');
    const handle = await open(this.at(name), constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw new FileRefused('not_a_file');
      if (found.nlink > 1) throw new FileRefused('hard_link_refused');
      if (this.#access === 'name') await this.#confirm(handle, join(this.#path, name));
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Throws when what this handle holds is not, without any link, what its path names. */
  async confirm(): Promise<void> {
    if (this.#access === 'name') await this.#confirm(this.#handle, this.#path);
  }

  /** The same of a child that was just made. */
  async confirmChild(handle: FileHandle, name: string): Promise<void> {
    if (this.#access === 'name') await this.#confirm(handle, join(this.#path, name));
  }

  async sync(): Promise<void> {
    // Some systems do not sync folders; the write itself has been.
    await this.#handle.sync().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  static async #checked(folder: FolderHandle): Promise<FolderHandle> {
    try {
      await folder.confirm();
      return folder;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }

  async #confirm(handle: FileHandle, path: string): Promise<void> {
    const [real, there, held] = [await realpath(path), await lstat(path), await handle.stat()];
    const isSame = there.ino === held.ino && there.dev === held.dev;
    // The system's own spelling may differ in case and composition, never in where it is.
    if (!isSame || real.normalize('NFC').toLowerCase() !== path.normalize('NFC').toLowerCase())
      throw new FileRefused('link_refused');
  }
}
