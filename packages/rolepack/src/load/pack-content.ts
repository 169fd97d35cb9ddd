import type { Reporter } from '../report/reporter.ts';
import { LIMITS } from '../standard/limits.ts';
import { looksBinary } from '../text/decode-text.ts';
import { reasonOf } from './folder-source.ts';
import { type FileHash, hashFile } from './pack-digest.ts';
import { type ContentFile, findContentFiles, reportOtherFiles } from './pack-layout.ts';
import type { PackSource } from './pack-source.ts';
import { skillPlace } from './skills.ts';

/** The bytes of a pack as far as loading needs them, and the hash of every file. */
export interface PackContent {
  readonly hashes: readonly FileHash[];
  /** Content by its conventional name. */
  readonly conventional: ReadonlyMap<ContentFile, { readonly path: string; readonly bytes: Uint8Array }>;
  /** Skill files by path, in the order of their paths. */
  readonly skills: ReadonlyMap<string, Uint8Array>;
}

/** Reads every file once; each that cannot be read or kept is reported and missing alone. */
export async function readContent(
  source: PackSource,
  report: Reporter,
  visit?: (path: string, bytes: Uint8Array) => void,
): Promise<PackContent> {
  const listing = await source.list();
  for (const problem of listing.problems)
    report.add(problem.code, { file: problem.path }, problem.parameters, { boundary: 'file' });
  const paths = listing.files.map(({ path }) => path);
  const names = findContentFiles(paths, report);
  const nameOf = new Map([...names].map(([name, path]) => [path, name]));
  const hashes: FileHash[] = [];
  const conventional = new Map<ContentFile, { readonly path: string; readonly bytes: Uint8Array }>();
  const skills = new Map<string, Uint8Array>();
  for await (const { path, bytes, reason } of readAll(source, paths)) {
    if (!bytes) {
      report.add('FILE_UNREADABLE', { file: path }, { reason }, { boundary: 'file' });
      continue;
    }
    hashes.push(hashFile(path, bytes));
    visit?.(path, bytes);
    const name = nameOf.get(path);
    if (name === undefined && !skillPlace(path)) continue;
    const limit = name === 'mcp.json' ? LIMITS.mcpBytes : LIMITS.textBytes;
    // The manifest has a limit and a code of its own.
    if (bytes.length > limit && name !== 'manifest.json')
      report.add(
        'FILE_TOO_LARGE',
        { file: path },
        { size: bytes.length, limit },
        { boundary: name ? 'file' : 'skill' },
      );
    else if (name !== 'manifest.json' && looksBinary(bytes))
      report.add('FILE_NOT_TEXT', { file: path }, {}, { boundary: name ? 'file' : 'skill' });
    else if (name !== undefined) conventional.set(name, { path, bytes });
    else skills.set(path, bytes);
  }
  reportOtherFiles(paths, new Set(names.values()), report);
  return { hashes, conventional, skills };
}

interface ReadFile {
  readonly path: string;
  readonly bytes: Uint8Array | undefined;
  readonly reason: string;
}

const AT_ONCE = 8;

/** Reads files a few at a time and hands them on in order; one that cannot be read says why. */
async function* readAll(source: PackSource, paths: readonly string[]): AsyncGenerator<ReadFile> {
  const read = async (path: string): Promise<ReadFile> => {
    try {
      return { path, bytes: await source.read(path), reason: '' };
    } catch (error) {
      return { path, bytes: undefined, reason: reasonOf(error) };
    }
  };
  for (let at = 0; at < paths.length; at += AT_ONCE) yield* await Promise.all(paths.slice(at, at + AT_ONCE).map(read));
}
