import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is installed under `role-packs/`, kept in Git beside it. */
export interface PackLock {
  readonly lockVersion: 1;
  readonly packs: Readonly<Record<string, LockedPack>>;
}

export interface LockedPack {
  readonly name: string;
  readonly version: string | undefined;
  readonly digest: string;
  /** Where it came from: the file's name. */
  readonly source: string;
  /** The public key that signed it, when it was signed. */
  readonly signedBy?: string | undefined;
}

export const LOCK_FILE = 'role-packs.lock.json';

/** The lock of a workspace; empty when there is none. Throws when it cannot be understood: it is not to be overwritten. */
export async function readLock(dir: string): Promise<PackLock> {
  let text: string;
  try {
    text = await readFile(join(dir, LOCK_FILE), 'utf8');
  } catch {
    return { lockVersion: 1, packs: {} };
  }
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('lockVersion' in value) || value.lockVersion !== 1)
    throw new TypeError(`${LOCK_FILE} has an unknown form`);
  return value as PackLock;
}

/** Writes the lock in one step, in the order of its folders. */
export async function writeLock(dir: string, lock: PackLock): Promise<void> {
  const packs = Object.fromEntries(Object.entries(lock.packs).sort(([left], [right]) => (left < right ? -1 : 1)));
  const path = join(dir, LOCK_FILE);
  await writeFile(`${path}.new`, `${JSON.stringify({ lockVersion: 1, packs }, null, 2)}\n`);
  await rename(`${path}.new`, path);
}
