import { randomBytes } from 'node:crypto';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { unsafePath } from '../archive/read-archive.ts';

/**
 * Writes files into a new folder, all or nothing: beside it first, then moved in place.
 *
 * Throws before the first byte when a path would leave the folder, and when the folder exists and may not be replaced.
 */
export async function writeFolder(
  dir: string,
  files: ReadonlyMap<string, Uint8Array>,
  options: { readonly replace?: boolean | undefined } = {},
): Promise<void> {
  const target = resolve(dir);
  for (const path of files.keys()) {
    const reason = unsafePath(path);
    if (reason !== undefined) throw new Error(`"${path}" may not be written: ${reason}`);
    if (!resolve(target, path).startsWith(target + sep)) throw new Error(`"${path}" leads out of the folder`);
  }
  const isThere = await exists(target);
  if (isThere && !options.replace) throw new Error(`${dir} exists`);
  const fresh = `${target}.${randomBytes(6).toString('hex')}.new`;
  try {
    await mkdir(fresh, { recursive: true });
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(fresh, path)), { recursive: true });
      await writeFile(join(fresh, path), bytes, { flag: 'wx' });
    }
    const old = `${target}.${randomBytes(6).toString('hex')}.old`;
    if (isThere) await rename(target, old);
    await rename(fresh, target);
    if (isThere) await rm(old, { recursive: true, force: true });
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

/** True when something lies at the path. */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
