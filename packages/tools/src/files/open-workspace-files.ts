import { realpathSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type Bilingual, RolecallError } from '@rolecall/base';
import type { FolderEntry, WorkspaceFiles } from '@rolecall/kernel';
import { answering } from './file-refused.ts';
import { type Access, bestAccess, FolderHandle } from './folder-handle.ts';
import { type InsidePath, parsePath, type Root, shownPath } from './parse-path.ts';
import { readFileInside } from './read-file.ts';
import { searchFolder } from './search-folder.ts';
import { walkFolder } from './walk-folder.ts';
import { prepareInside, writeInside } from './write-file.ts';

const MOST_ENTRIES = 1_000;

/** Where tools may work. */
export interface WorkspaceFilesOptions {
  /** Folders; everything that tools read or write lies in one of them. */
  readonly roots: readonly string[];
}

/**
 * The files inside the given folders, and no others: whatever a path looks like, and whoever links, renames or swaps
 * things meanwhile. Links are not followed; files with a second name, pipes and devices are not opened.
 *
 * On Linux everything is reached through open folders, so there is no moment in between. Elsewhere what was opened is
 * compared afterwards with what its name leads to, and refused when they differ. Throws `workspace_root_invalid`.
 */
export function openWorkspaceFiles({ roots }: WorkspaceFilesOptions): WorkspaceFiles {
  return workspaceFilesBy(rootsOf(roots), bestAccess());
}

/** The same with a way of access that is not the best one. */
export function workspaceFilesBy(roots: readonly Root[], access: Access): WorkspaceFiles {
  const find = (path: string) => parsePath(path, roots, process.platform);
  const inside = (path: string): InsidePath => find(path) ?? { root: onlyRoot(roots), parts: [] };
  const shown = (path: string) => shownPath(inside(path), roots);
  return {
    roots: roots.map(({ name }) => name),
    read: (request) =>
      answering(request.path, async () => ({
        path: shown(request.path),
        ...(await readFileInside(inside(request.path), access, request)),
      })),
    list: ({ path = '.', depth = 1 }) =>
      answering(path, async () => {
        const found = find(path);
        return found ? await listInside(found, roots, access, depth) : listRoots(roots);
      }),
    search: (search) =>
      answering(search.path ?? '', async () => {
        const found = find(search.path ?? '.');
        const within = found ? [found] : roots.map((root) => ({ root, parts: [] }));
        const answers = [];
        for (const one of within) {
          const folder = await FolderHandle.openInside(one.root, one.parts, access);
          const prefix = shownPath(one, roots);
          answers.push(await searchFolder(folder, prefix === '.' ? '' : prefix, search).finally(() => folder.close()));
        }
        return {
          matches: answers.flatMap(({ matches }) => matches),
          isCut: answers.some(({ isCut }) => isCut),
          filesRead: answers.reduce((sum, { filesRead }) => sum + filesRead, 0),
          skipped: answers.flatMap(({ skipped }) => skipped),
        };
      }),
    prepare: (change) =>
      answering(change.path, async () => ({
        path: shown(change.path),
        ...(await prepareInside(inside(change.path), access, { ...change, path: shown(change.path) })),
      })),
    write: (change, basis) =>
      answering(change.path, async () => ({
        path: shown(change.path),
        ...(await writeInside(inside(change.path), access, { ...change, path: shown(change.path) }, basis)),
      })),
  };
}

async function listInside(inside: InsidePath, roots: readonly Root[], access: Access, depth: number) {
  const folder = await FolderHandle.openInside(inside.root, inside.parts, access);
  const path = shownPath(inside, roots);
  const entries: FolderEntry[] = [];
  try {
    for await (const walked of walkFolder(folder, path === '.' ? '' : path, { depth })) {
      if (entries.length >= MOST_ENTRIES) return { path, entries, isCut: true };
      entries.push({ path: walked.path, kind: walked.kind, bytes: walked.bytes });
    }
    return { path, entries, isCut: false };
  } finally {
    await folder.close();
  }
}

function listRoots(roots: readonly Root[]) {
  return { path: '.', entries: roots.map(({ name }) => ({ path: name, kind: 'folder' as const })), isCut: false };
}

function onlyRoot(roots: readonly Root[]): Root {
  return roots[0] as Root;
}

/** Folders as roots, each under a name of its own. */
export function rootsOf(given: readonly string[]): readonly Root[] {
  const names = new Set<string>();
  const roots = given.map((folder): Root => {
    const path = realFolder(folder);
    const plain = basename(path) || 'root';
    let name = plain;
    for (let count = 2; names.has(name); count++) name = `${plain}-${count}`;
    names.add(name);
    return { name, path, givenPath: resolve(folder) };
  });
  if (roots.length === 0) throw invalidRoot('', { en: 'No folder is named.', zh: '没有写文件夹。' });
  return roots;
}

function realFolder(folder: string): string {
  let path: string;
  try {
    path = realpathSync.native(folder);
  } catch (cause) {
    throw invalidRoot(folder, { en: `There is no folder ${folder}.`, zh: `没有文件夹 ${folder}。` }, cause);
  }
  if (statSync(path).isDirectory()) return path;
  throw invalidRoot(folder, { en: `${folder} is no folder.`, zh: `${folder} 不是文件夹。` });
}

function invalidRoot(file: string, message: Bilingual, cause?: unknown): RolecallError {
  return new RolecallError({
    code: 'workspace_root_invalid',
    at: { file },
    message,
    hint: { en: 'Name a folder in which the tools may work.', zh: '写一个工具可以在其中工作的文件夹。' },
    cause,
  });
}
