import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StarterFile } from './starter-files.ts';

/** Writes the files below a folder. Answers those that stand there already; then nothing is written. */
export function writeNewFiles(dir: string, files: readonly StarterFile[]): readonly string[] {
  const existing = files.map(({ path }) => path).filter((path) => isThere(join(dir, path)));
  if (existing.length > 0) return existing;
  for (const { path, text } of files) {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    // Made by somebody else meanwhile, it is an error and not overwritten.
    writeFileSync(file, text, { flag: 'wx' });
  }
  return [];
}

/** Also for a link that leads nowhere. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
