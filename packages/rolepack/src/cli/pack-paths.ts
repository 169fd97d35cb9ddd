import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists } from '../install/write-folder.ts';
import { type PackCommandContext, UsageError } from './cli-io.ts';

/** A pack that was named: as the user wrote it, and where it lies. */
export interface NamedPath {
  readonly shown: string;
  readonly path: string;
}

/** The packs that the operands mean; a workspace means each of its packs. */
export async function packPaths(context: PackCommandContext): Promise<readonly NamedPath[]> {
  if (context.operands.length === 0) throw new UsageError('Name a path.');
  const found: NamedPath[] = [];
  for (const shown of context.operands) {
    const path = context.resolve(shown);
    if (basename(path) === 'manifest.json') found.push({ shown, path: dirname(path) });
    else if ((await isFolder(join(path, 'role-packs'))) && !(await exists(join(path, 'manifest.json'))))
      found.push(...(await packsIn(join(path, 'role-packs'), `${shown.replace(/[\\/]+$/, '')}/role-packs`)));
    else found.push({ shown, path });
  }
  return found;
}

async function packsIn(folder: string, shown: string): Promise<NamedPath[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || /\.zip$/i.test(entry.name)))
    .map((entry) => ({ shown: `${shown}/${entry.name}`, path: join(folder, entry.name) }))
    .sort((left, right) => (left.shown < right.shown ? -1 : 1));
}

/** The one operand of a command that takes one. */
export function onlyOperand(context: PackCommandContext, what: string): string {
  const [operand, more] = context.operands;
  if (operand === undefined) throw new UsageError(`Name ${what}.`);
  if (more !== undefined) throw new UsageError(`Name one only, not also "${more}".`);
  return operand;
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
