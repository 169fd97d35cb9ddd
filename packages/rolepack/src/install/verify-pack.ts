import { join } from 'node:path';
import type { Language } from '@rolecall/base';
import { unsafePath } from '../archive/read-archive.ts';
import { loadRolePack } from '../load/load-role-pack.ts';
import { createReporter, type Reporter } from '../report/reporter.ts';
import { checkSignature } from './install-pack.ts';
import { LOCK_FILE, readLock } from './lock-file.ts';
import { exists } from './write-folder.ts';

export interface VerifyOptions {
  readonly language?: Language | undefined;
  readonly trustedKey?: string | undefined;
  /** The digest that the pack must have. */
  readonly digest?: string | undefined;
}

export interface Verified {
  readonly path: string;
  readonly ok: boolean;
  readonly name?: string | undefined;
  readonly digest?: string | undefined;
  readonly signedBy?: string | undefined;
  readonly reporter: Reporter;
}

/** Verifies one pack against a digest and its signature, or everything that a workspace has locked. */
export async function verifyPath(path: string, options: VerifyOptions = {}): Promise<readonly Verified[]> {
  if (!(await exists(join(path, LOCK_FILE)))) return [await verifyOne(path, options)];
  const { packs } = await readLock(path);
  return Promise.all(
    Object.entries(packs).map(async ([folder, locked]) => {
      const installed = join(path, 'role-packs', folder);
      const isSafe = unsafePath(folder) === undefined && !folder.includes('/');
      if (isSafe && (await exists(installed)))
        return verifyOne(installed, { ...options, trustedKey: undefined, digest: locked.digest });
      const reporter = createReporter(options.language);
      reporter.add(
        'NOT_INSTALLED',
        { file: LOCK_FILE, path: `packs.${folder}` },
        { name: locked.name },
        { boundary: 'pack' },
      );
      return { path: installed, ok: false, name: locked.name, reporter };
    }),
  );
}

async function verifyOne(path: string, options: VerifyOptions): Promise<Verified> {
  const reporter = createReporter(options.language);
  const { pack, report } = await loadRolePack(path, { language: options.language, allowCompanion: true });
  reporter.take(report.entries.filter((entry) => entry.refuses));
  if (!pack) return { path, ok: false, reporter };
  if (options.digest !== undefined && options.digest !== pack.digest)
    reporter.add('DIGEST_MISMATCH', {}, { actual: pack.digest, expected: options.digest });
  const signedBy = await checkSignature(path, pack, options, reporter);
  return { path, ok: !reporter.isRefused(), name: pack.name, digest: pack.digest, signedBy, reporter };
}
