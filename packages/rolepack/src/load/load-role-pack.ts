import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { archiveSource } from '../archive/read-archive.ts';
import { createReporter, type Reporter } from '../report/reporter.ts';
import { LIMITS } from '../standard/limits.ts';
import { folderSource } from './folder-source.ts';
import { type LoadOptions, loadPackFrom } from './load-pack.ts';
import type { PackSource } from './pack-source.ts';
import type { LoadedPack } from './role-pack.ts';

/**
 * Loads the role pack in a folder or zip archive.
 *
 * Never throws for what lies in the pack: everything met is in the report, with what became of it; one bad part takes
 * nothing else down, and only the closed list of the standard refuses a pack. Starts nothing, runs nothing.
 */
export async function loadRolePack(path: string, options: LoadOptions = {}): Promise<LoadedPack> {
  const report = createReporter(options.language);
  const source = await openPackSource(path, report);
  if (source) return loadPackFrom(source, options);
  return { report: { path, ok: false, refused: true, entries: report.entries } };
}

/** The source of a pack at a path: a folder, or an archive whose every entry was checked. Reports why there is none. */
export async function openPackSource(path: string, report: Reporter): Promise<PackSource | undefined> {
  const file = basename(path);
  try {
    const found = await stat(path);
    if (found.isDirectory()) return folderSource(path);
    if (found.size > LIMITS.packBytes) {
      report.add('ARCHIVE_BOMB', { file }, { size: found.size, limit: LIMITS.packBytes });
      return undefined;
    }
    const bytes = new Uint8Array(await readFile(path));
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return archiveSource(bytes, path, report);
    if (/\.zip$/i.test(path)) report.add('ARCHIVE_DAMAGED', { file }, { reason: 'it does not start like one' });
    else report.add('PACK_IS_FILE', { file });
  } catch {
    report.add('PATH_NOT_FOUND', { file });
  }
  return undefined;
}
