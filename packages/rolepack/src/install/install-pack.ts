import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Language } from '@rolecall/base';
import { unsafePath } from '../archive/read-archive.ts';
import { signatureProblem } from '../archive/signature.ts';
import { diffPacks, grownAuthority } from '../diff/diff-packs.ts';
import { folderName } from '../ecosystem/agent-plugin.ts';
import { loadPackFrom } from '../load/load-pack.ts';
import { loadRolePack, openPackSource } from '../load/load-role-pack.ts';
import type { RolePack } from '../load/role-pack.ts';
import { createReporter, type Reporter } from '../report/reporter.ts';
import { type PackLock, readLock, writeLock } from './lock-file.ts';
import { exists, writeFolder } from './write-folder.ts';

export interface InstallOptions {
  readonly language?: Language | undefined;
  /** Asks a person; absent where nobody is there, and then what needs asking is refused. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Public key in PEM that must have signed the pack. */
  readonly trustedKey?: string | undefined;
}

export interface Installed {
  readonly ok: boolean;
  readonly folder?: string | undefined;
  readonly pack?: RolePack | undefined;
  readonly reporter: Reporter;
}

/**
 * Installs a pack into a workspace's `role-packs/` and locks its digest.
 *
 * Checked and scanned first. A malicious pack is refused; a suspicious one, and a new version that may do more than the
 * installed one, need a person's consent. Files are written beside and moved in place, so that a crash leaves the old
 * version or the new one.
 */
export async function installPack(path: string, dir: string, options: InstallOptions = {}): Promise<Installed> {
  const reporter = createReporter(options.language);
  const source = await openPackSource(path, reporter);
  if (!source) return { ok: false, reporter };
  const loaded = await loadPackFrom(source, { language: options.language, snapshot: true, allowCompanion: true });
  reporter.take(loaded.report.entries);
  const { pack } = loaded;
  if (!pack) return { ok: false, reporter };
  const signedBy = await checkSignature(path, pack, options, reporter);
  if (reporter.isRefused()) return { ok: false, reporter };
  const suspicious = loaded.report.entries.find((entry) => entry.code === 'SCAN_SUSPICIOUS');
  if (suspicious && !(await consents(suspicious.message, options, reporter))) return { ok: false, reporter };
  const lock = await readLock(dir);
  const folder = await folderFor(pack.name, dir, lock);
  const target = join(dir, 'role-packs', folder);
  const before = (await loadRolePack(target, { allowCompanion: true })).pack;
  // What this command did not put there is somebody's own work.
  if (lock.packs[folder] === undefined && (await exists(target)) && before?.digest !== pack.digest) {
    if (!(await consents(`replaces role-packs/${folder}, which was not installed`, options, reporter)))
      return { ok: false, reporter };
  }
  if (before && before.digest !== pack.digest) {
    const grown = grownAuthority(await diffPacks(before, pack)).map((one) => one.what);
    if (grown.length > 0 && !(await consents(grown.join(', '), options, reporter, 'AUTHORITY_GROWN')))
      return { ok: false, reporter };
  }
  const files = new Map<string, Uint8Array>();
  for (const file of pack.files) files.set(file.path, await pack.source.read(file.path));
  await writeFolder(target, files, { replace: true });
  const entry = {
    name: pack.name,
    version: pack.manifest.version,
    digest: pack.digest,
    source: basename(path),
    signedBy,
  };
  await writeLock(dir, { ...lock, packs: { ...lock.packs, [folder]: entry } });
  return { ok: true, folder, pack, reporter };
}

/** The folder that already holds a pack of this name, else a new one: two names never share a folder. */
async function folderFor(name: string, dir: string, lock: PackLock): Promise<string> {
  const locked = Object.entries(lock.packs).find(([, one]) => one.name === name)?.[0];
  if (locked !== undefined && unsafePath(locked) === undefined && !locked.includes('/')) return locked;
  const plain = folderName(name);
  for (let count = 1; ; count++) {
    const folder = count === 1 ? plain : `${plain}-${count}`;
    const { pack } = await loadRolePack(join(dir, 'role-packs', folder), {
      allowCompanion: true,
      scan: { suspicious: 'off' },
    });
    if (lock.packs[folder] === undefined && (pack === undefined || pack.name === name)) return folder;
  }
}

/** The signature beside an archive, if there is one; the key that made it. */
export async function checkSignature(
  path: string,
  pack: Pick<RolePack, 'digest'>,
  options: Pick<InstallOptions, 'trustedKey'>,
  reporter: Reporter,
): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(`${path}.sig.json`, 'utf8');
  } catch {
    reporter.add(
      'SIGNATURE_MISSING',
      { file: basename(path) },
      {},
      { boundary: 'pack', refused: options.trustedKey !== undefined },
    );
    return undefined;
  }
  let signature: unknown;
  try {
    signature = JSON.parse(text);
  } catch {
    signature = undefined;
  }
  const reason = signatureProblem(signature, pack.digest, options.trustedKey);
  if (reason === undefined) return (signature as { readonly publicKey: string }).publicKey;
  reporter.add('SIGNATURE_INVALID', { file: `${basename(path)}.sig.json` }, { reason });
  return undefined;
}

async function consents(
  what: string,
  options: InstallOptions,
  reporter: Reporter,
  code: 'CONSENT_MISSING' | 'AUTHORITY_GROWN' = 'CONSENT_MISSING',
): Promise<boolean> {
  if (options.ask && (await options.ask(what))) return true;
  reporter.add(code, {}, { what }, { refused: true });
  return false;
}
