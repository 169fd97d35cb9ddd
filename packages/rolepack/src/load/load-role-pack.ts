import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createReporter } from '../report/reporter.ts';
import { folderSource } from './folder-source.ts';
import { type LoadOptions, loadPackFrom } from './load-pack.ts';
import type { LoadedPack } from './role-pack.ts';

/**
 * Loads the role pack in a folder.
 *
 * Never throws for what lies in the pack: everything met is in the report, with what became of it; one bad part takes
 * nothing else down, and only the closed list of the standard refuses a pack. Starts nothing, runs nothing.
 */
export async function loadRolePack(path: string, options: LoadOptions = {}): Promise<LoadedPack> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(path)).isDirectory();
  } catch {
    return refusedAt(path, 'PATH_NOT_FOUND', options);
  }
  return isFolder ? loadPackFrom(folderSource(path), options) : refusedAt(path, 'PACK_IS_FILE', options);
}

function refusedAt(path: string, code: 'PATH_NOT_FOUND' | 'PACK_IS_FILE', options: LoadOptions): LoadedPack {
  const report = createReporter(options.language);
  report.add(code, { file: basename(path) });
  return { report: { path, ok: false, refused: true, entries: report.entries } };
}
