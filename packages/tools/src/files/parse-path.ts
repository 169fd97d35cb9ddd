import { FileRefused } from './file-refused.ts';

const MOST_PATH = 4_096;
const MOST_PARTS = 64;
/** Of one name, in bytes; in UTF-16 units on Windows. No usual file system takes more. */
const MOST_NAME = 255;
/** Control characters, line ends and halves of pairs. */
const UNUSABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
/** Nobody sees them, and some systems drop them from names. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const WINDOWS_RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** A folder that tools may work in. */
export interface Root {
  readonly name: string;
  /** As the system itself names it: absolute, without links. */
  readonly path: string;
  /** As the host gave it. */
  readonly givenPath: string;
}

/** A path inside a root, part by part. No part is empty, `.` or `..`. */
export interface InsidePath {
  readonly root: Root;
  readonly parts: readonly string[];
}

/**
 * Reads a path. `undefined` as a root stands for the list of the roots themselves. Pure: the file system is not asked,
 * so links are the opener's business.
 */
export function parsePath(path: string, roots: readonly Root[], platform: NodeJS.Platform): InsidePath | undefined {
  if (path.length > MOST_PATH) throw new FileRefused('path_invalid', `> ${MOST_PATH}`);
  if (UNUSABLE.test(path)) throw new FileRefused('path_invalid', 'U+');
  const plain = platform === 'win32' ? path.replaceAll('\\', '/') : path;
  const absolute = isAbsolute(plain, platform) ? inRoot(plain, roots, platform) : undefined;
  const all = (absolute?.rest ?? plain).split('/').filter((part) => part !== '' && part !== '.');
  if (all.includes('..')) throw new FileRefused('outside', '..');
  if (all.length > MOST_PARTS) throw new FileRefused('path_invalid', `> ${MOST_PARTS}`);
  if (all.some((part) => (platform === 'win32' ? part.length : Buffer.byteLength(part)) > MOST_NAME))
    throw new FileRefused('path_invalid', `> ${MOST_NAME}`);
  if (platform === 'win32') for (const part of all) refuseOnWindows(part);
  if (absolute) return { root: absolute.root, parts: all };
  const [only] = roots;
  if (only && roots.length === 1) return { root: only, parts: all };
  if (all.length === 0) return undefined;
  const root = roots.find(({ name }) => name === all[0]);
  if (!root) throw new FileRefused('outside', roots.map(({ name }) => name).join(', '));
  return { root, parts: all.slice(1) };
}

function isAbsolute(path: string, platform: NodeJS.Platform): boolean {
  return path.startsWith('/') || (platform === 'win32' && /^[a-z]:/i.test(path));
}

/** Only a path that begins with a root exactly as it is written lies in it; what merely looks alike does not. */
function inRoot(path: string, roots: readonly Root[], platform: NodeJS.Platform): { root: Root; rest: string } {
  for (const root of roots) {
    for (const given of [root.path, root.givenPath]) {
      const start = platform === 'win32' ? given.replaceAll('\\', '/') : given;
      if (path === start) return { root, rest: '' };
      const folder = start.endsWith('/') ? start : `${start}/`;
      if (path.startsWith(folder)) return { root, rest: path.slice(folder.length) };
    }
  }
  throw new FileRefused('outside');
}

/** A stream, a device, and names of which Windows drops the end. */
function refuseOnWindows(part: string): void {
  if (/[:*?"<>|]/.test(part) || /[. ]$/.test(part) || WINDOWS_RESERVED.test(part))
    throw new FileRefused('path_invalid', part);
}

/** A path as the model is told it. */
export function shownPath({ root, parts }: InsidePath, roots: readonly Root[]): string {
  const all = roots.length === 1 ? parts : [root.name, ...parts];
  return all.length === 0 ? '.' : all.join('/');
}

/** Two names with the same fold are one file on some system: one that folds case, composes, or drops what nobody sees. */
export function foldName(name: string): string {
  return name.replace(UNSEEN, '').normalize('NFC').toLowerCase().normalize('NFC');
}

/** Not open to tools at all: what a workspace has come to know, its credentials among it. */
export function isClosed(part: string): boolean {
  return ['.rolecall', 'roleca~1'].includes(leastName(part));
}

/** Runs by itself once it is written. */
export function isWriteProtected(part: string): boolean {
  return ['.git', 'git~1'].includes(leastName(part)) || isClosed(part);
}

/**
 * The name as the file systems of Windows know it, which may be mounted anywhere: dots and blanks at the end, and a stream
 * behind a colon, are no part of it. `git~1` is the short name of `.git`.
 */
function leastName(part: string): string {
  return foldName(part)
    .replace(/:.*$/su, '')
    .replace(/[. ]+$/u, '');
}
