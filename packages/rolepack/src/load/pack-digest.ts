import { createHash } from 'node:crypto';
import { byPath } from './pack-source.ts';

/** A file of a pack and the hash of its bytes. */
export interface FileHash {
  readonly path: string;
  readonly size: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

export function hashFile(path: string, bytes: Uint8Array): FileHash {
  return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * The content digest of a pack: SHA-256 over one line `<sha256>  <path>` for each file, ordered by path.
 *
 * Paths are composed (NFC) with `/`; dates, permissions, packing and the folder's own name do not count. So it is equal
 * on every system, for the folder and for each zip made of it.
 */
export function packDigest(files: readonly FileHash[]): string {
  const hash = createHash('sha256');
  for (const file of [...files].sort(byPath)) hash.update(`${file.sha256}  ${file.path}\n`, 'utf8');
  return `sha256:${hash.digest('hex')}`;
}
