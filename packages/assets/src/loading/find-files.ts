import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Bilingual, type Finding, findingWords } from '@rolecall/base';
import type { FileReport } from './loaded-assets.ts';

/** An asset file: its name in the workspace, and where it really is. */
export interface FoundFile {
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
}

export interface FoundFiles {
  readonly found: readonly FoundFile[];
  /** What was met and is no asset file. */
  readonly others: readonly FileReport[];
  readonly findings: readonly Finding[];
}

const DEEPEST_FOLDER = 12;
const MOST_FILES = 20_000;

/** Which files are meant, and what is said of the others. */
export interface WantedFiles {
  readonly names: RegExp;
  readonly otherwise: Bilingual;
}

const ASSETS: WantedFiles = {
  names: /\.ya?ml$/i,
  otherwise: { en: 'only .yaml and .yml files hold assets', zh: '只有 .yaml 和 .yml 文件含资产' },
};

interface Walk {
  readonly wanted: WantedFiles;
  /** The workspace with all links resolved. */
  readonly root: string;
  readonly found: FoundFile[];
  readonly others: FileReport[];
  readonly findings: Finding[];
  /** Real paths, so that a link back does not lead in circles. */
  readonly visited: Set<string>;
}

/**
 * Finds every file of the wanted names (`*.yaml` and `*.yml` by default) under some folders of a workspace, in the order of
 * their names.
 *
 * Links are followed only inside the workspace. Whatever else is met stands in the report. A folder that does not exist
 * holds nothing; a workspace that does not exist is the caller's to notice.
 */
export async function findFiles(
  workspace: string,
  folders: readonly string[],
  wanted: WantedFiles = ASSETS,
): Promise<FoundFiles> {
  const root = await realpath(workspace);
  const walk: Walk = { wanted, root, found: [], others: [], findings: [], visited: new Set() };
  for (const folder of folders) await visit(folder, 0, walk);
  return walk;
}

async function visit(file: string, depth: number, walk: Walk): Promise<void> {
  const path = join(walk.root, ...file.split('/'));
  const entry = await lstat(path).catch(() => undefined);
  if (!entry) {
    // The folder itself may be missing; an entry that was just listed has gone.
    if (depth > 0) refuse(walk, file, 'file_unreadable', { en: 'The file cannot be read.', zh: '文件读不出来。' });
    return;
  }
  const real = entry.isSymbolicLink() ? await realpath(path).catch(() => undefined) : path;
  if (real === undefined)
    return refuse(walk, file, 'link_broken', { en: 'The link leads nowhere.', zh: '链接断开了。' });
  if (real !== walk.root && !real.startsWith(walk.root + sep)) {
    return refuse(walk, file, 'link_leads_out', {
      en: 'The link leads out of the workspace and is not followed.',
      zh: '链接指向工作区之外，不会跟随。',
    });
  }
  const target = entry.isSymbolicLink() ? await stat(real).catch(() => undefined) : entry;
  if (!target) return refuse(walk, file, 'link_broken', { en: 'The link leads nowhere.', zh: '链接断开了。' });
  if (walk.visited.has(real))
    return ignore(walk, file, { en: 'it was already read under another name', zh: '已经以另一个名字读取过' });
  walk.visited.add(real);
  if (target.isDirectory()) return visitFolder(file, real, depth, walk);
  if (!target.isFile())
    return refuse(walk, file, 'file_wrong_type', {
      en: 'This is neither a file nor a folder.',
      zh: '这既不是文件，也不是文件夹。',
    });
  if (!walk.wanted.names.test(file)) return ignore(walk, file, walk.wanted.otherwise);
  if (walk.found.length >= MOST_FILES) {
    return refuse(walk, file, 'too_many_files', {
      en: `There are more than ${MOST_FILES} files; this one was not read.`,
      zh: `文件超过 ${MOST_FILES} 个；这一个没有读取。`,
    });
  }
  walk.found.push({ file, path: real, bytes: target.size });
}

async function visitFolder(file: string, path: string, depth: number, walk: Walk): Promise<void> {
  if (depth >= DEEPEST_FOLDER) {
    return refuse(walk, file, 'folder_too_deep', {
      en: `Folders are read down to ${DEEPEST_FOLDER} levels.`,
      zh: `文件夹最多读取 ${DEEPEST_FOLDER} 层。`,
    });
  }
  const names = await readdir(path).catch(() => undefined);
  if (!names)
    return refuse(walk, file, 'file_unreadable', { en: 'The folder cannot be read.', zh: '文件夹读不出来。' });
  for (const name of names.sort()) {
    if (name.startsWith('.'))
      ignore(walk, `${file}/${name}`, { en: 'names that begin with a dot are left alone', zh: '以点开头的名字不读取' });
    else await visit(`${file}/${name}`, depth + 1, walk);
  }
}

function ignore(walk: Walk, file: string, reason: Bilingual): void {
  walk.others.push({ file, disposition: 'ignored', assets: [], reason });
}

function refuse(walk: Walk, file: string, code: string, message: Bilingual): void {
  walk.others.push({ file, disposition: 'refused', assets: [], reason: message });
  walk.findings.push({ severity: 'error', code, ...findingWords(message), file });
}
