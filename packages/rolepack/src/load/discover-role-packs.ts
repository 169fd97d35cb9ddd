import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createReporter } from '../report/reporter.ts';
import { reasonOf } from './folder-source.ts';
import type { LoadOptions } from './load-pack.ts';
import { loadRolePack } from './load-role-pack.ts';
import type { LoadedPack } from './role-pack.ts';

/**
 * Loads every pack under `<dir>/role-packs/`, by folder name. A folder that is no pack, a pack that is refused, and the
 * second pack of one name come with their report and without a `pack`.
 */
export async function discoverRolePacks(dir: string, options: LoadOptions = {}): Promise<readonly LoadedPack[]> {
  const root = join(dir, 'role-packs');
  let entries: import('node:fs').Dirent[];
  try {
    entries = await readdir(root, { withFileTypes: true });
  } catch (error) {
    return reasonOf(error) === 'ENOENT' ? [] : [unreadable(root, reasonOf(error), options)];
  }
  const loaded: LoadedPack[] = [];
  const winners = new Map<string, string>();
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const isPack = entry.isDirectory() || (entry.isFile() && /\.zip$/i.test(entry.name));
    if (entry.name.startsWith('.')) continue;
    const isSingleFile = entry.isFile() && /\.md$/i.test(entry.name) && !/^readme\b/i.test(entry.name);
    if (!isPack && !isSingleFile) {
      loaded.push(notPack(join(root, entry.name), entry.isSymbolicLink() ? 'LINK_REFUSED' : 'NOT_A_PACK', options));
      continue;
    }
    const one = await loadRolePack(join(root, entry.name), options);
    loaded.push(one.pack ? settleName(one, one.pack.name, entry.name, winners, options) : settleFolder(one, options));
  }
  return loaded;
}

function settleName(
  loaded: LoadedPack,
  name: string,
  folder: string,
  winners: Map<string, string>,
  options: LoadOptions,
): LoadedPack {
  const winner = winners.get(name);
  if (winner === undefined) {
    winners.set(name, folder);
    return loaded;
  }
  const report = createReporter(options.language);
  report.add('PACK_DUPLICATE_NAME', { file: folder }, { name, winner }, { boundary: 'pack' });
  return { report: { ...loaded.report, entries: [...loaded.report.entries, ...report.entries] } };
}

/** A folder without a manifest is no broken pack but no pack at all. Source: RolePack, section 2.4, loading. */
function settleFolder(loaded: LoadedPack, options: LoadOptions): LoadedPack {
  if (!loaded.report.entries.some((entry) => entry.code === 'MANIFEST_MISSING')) return loaded;
  return notPack(loaded.report.path, 'NOT_A_PACK', options);
}

/** Something beside the packs: said, and not loaded. */
function notPack(path: string, code: 'NOT_A_PACK' | 'LINK_REFUSED', options: LoadOptions): LoadedPack {
  const report = createReporter(options.language);
  report.add(code, { file: basename(path) }, {}, { boundary: 'pack' });
  return { report: { path, ok: code === 'NOT_A_PACK', refused: false, entries: report.entries } };
}

function unreadable(path: string, reason: string, options: LoadOptions): LoadedPack {
  const report = createReporter(options.language);
  report.add('FILE_UNREADABLE', { file: basename(path) }, { reason }, { boundary: 'pack' });
  return { report: { path, ok: false, refused: false, entries: report.entries } };
}
