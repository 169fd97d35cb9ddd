import { crc32, inflateRawSync } from 'node:zlib';
import { foldPath, isStorableName } from '../load/folder-source.ts';
import { isSystemName, memorySource, type PackSource, type SourceProblem } from '../load/pack-source.ts';
import type { Reporter } from '../report/reporter.ts';
import { LIMITS } from '../standard/limits.ts';
import { unsafeCharacters } from '../text/unsafe-characters.ts';
import { type ArchiveEntry, readDirectory } from './zip-directory.ts';

/** The files of an archive, in memory and checked, with the one top folder taken off. */
export interface ArchiveContent {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Files of operating systems, left out. */
  readonly ignored: readonly string[];
}

/**
 * Reads a whole zip archive, or nothing of it.
 *
 * Every entry is checked before one is handed on: names (traversal, roots, drives, links, duplicates, collisions by
 * case or Unicode form), sizes and checksums as declared, total size, number, encryption, overlapping data. So nothing
 * is ever written of an archive that is not sound. Answers undefined and reports why.
 */
export function readArchive(bytes: Uint8Array, location: string, report: Reporter): ArchiveContent | undefined {
  const directory = readDirectory(bytes);
  if (!directory.ok) {
    report.add(directory.code, { file: location }, { reason: directory.reason });
    return undefined;
  }
  const { entries } = directory;
  if (entries.length > LIMITS.packFiles) {
    report.add('ARCHIVE_TOO_MANY_FILES', { file: location }, { count: entries.length, limit: LIMITS.packFiles });
    return undefined;
  }
  const total = entries.reduce((sum, entry) => sum + entry.size, 0);
  const largest = Math.max(0, ...entries.map((entry) => entry.size));
  if (total > LIMITS.packBytes || largest > LIMITS.fileBytes) {
    report.add('ARCHIVE_BOMB', { file: location }, { size: total, limit: LIMITS.packBytes });
    return undefined;
  }
  if (!areNamesSound(entries, report)) return undefined;
  const files = new Map<string, Uint8Array>();
  const ignored: string[] = [];
  for (const entry of entries) {
    if (entry.isFolder) continue;
    const content = inflate(bytes, entry);
    if (!content) {
      report.add('ARCHIVE_SIZE_LIE', { file: entry.path });
      return undefined;
    }
    if (entry.path.split('/').some(isSystemName)) ignored.push(entry.path);
    else files.set(entry.path, content);
  }
  return { files: withoutTopFolder(files), ignored };
}

/** An archive as a source of a pack; undefined when it is not sound. */
export function archiveSource(bytes: Uint8Array, location: string, report: Reporter): PackSource | undefined {
  const content = readArchive(bytes, location, report);
  if (!content) return undefined;
  const source = memorySource(content.files, location);
  const problems: SourceProblem[] = content.ignored.map((path) => ({ path, code: 'SYSTEM_FILE' }));
  return { ...source, list: async () => ({ files: (await source.list()).files, problems }) };
}

function areNamesSound(entries: readonly ArchiveEntry[], report: Reporter): boolean {
  const seen = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const entry of entries) {
    const reason = unsafePath(entry.path);
    if (reason !== undefined) {
      report.add('ARCHIVE_UNSAFE_PATH', {}, { path: JSON.stringify(entry.path.slice(0, 100)), reason });
      return false;
    }
    if (entry.isLink) {
      report.add('ARCHIVE_LINK', { file: entry.path });
      return false;
    }
    const folded = foldPath(entry.path);
    const parents = folded
      .split('/')
      .slice(0, -1)
      .map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    const spelled = entry.path
      .split('/')
      .slice(0, -1)
      .map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    const twin = seen.get(folded) ?? (entry.isFolder ? undefined : folders.get(folded));
    const parent = parents.find(
      (path, index) => seen.has(path) || (folders.get(path) ?? spelled[index]) !== spelled[index],
    );
    if ((twin !== undefined && !entry.isFolder) || (entry.isFolder && seen.has(folded)) || parent !== undefined) {
      report.add('ARCHIVE_COLLISION', { file: entry.path }, { other: twin ?? parent ?? '' });
      return false;
    }
    for (const [index, path] of parents.entries()) folders.set(path, spelled[index] ?? path);
    if (entry.isFolder) folders.set(folded, entry.path);
    else seen.set(folded, entry.path);
  }
  return true;
}

/** Why a path may not be unpacked, or undefined when it may. */
export function unsafePath(path: string): string | undefined {
  if (path === '' || path.length > LIMITS.pathLength) return 'empty or too long';
  if (path.includes('\\')) return 'a backslash';
  if (path.startsWith('/')) return 'absolute';
  if (/^[A-Za-z]:/.test(path)) return 'a drive';
  if (unsafeCharacters(path).length > 0) return 'invisible or control characters';
  const parts = path.split('/');
  if (parts.includes('..') || parts.includes('.') || parts.includes('')) return 'leads out of its folder';
  if (parts.length > LIMITS.packDepth + 2) return 'too deep';
  const odd = parts.find((part) => !isStorableName(part));
  return odd === undefined ? undefined : 'a name that some systems cannot store';
}

function inflate(bytes: Uint8Array, entry: ArchiveEntry): Uint8Array | undefined {
  const raw = bytes.subarray(entry.dataStart, entry.dataStart + entry.packedSize);
  let content: Uint8Array;
  try {
    content = entry.method === 0 ? raw.slice() : inflateRawSync(raw, { maxOutputLength: Math.max(1, entry.size) });
  } catch {
    return undefined;
  }
  return content.length === entry.size && crc32(content) === entry.crc ? content : undefined;
}

function withoutTopFolder(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const paths = [...files.keys()];
  const top = paths[0]?.split('/')[0];
  if (top === undefined || paths.some((path) => !path.startsWith(`${top}/`))) return files;
  if (!paths.some((path) => path.toLowerCase() === `${top}/manifest.json`.toLowerCase())) return files;
  return new Map([...files].map(([path, content]) => [path.slice(top.length + 1), content]));
}
