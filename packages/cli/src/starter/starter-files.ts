import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@rolecall/base';

/** A file of the new workspace. */
export interface StarterFile {
  /** Inside the workspace, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** From the sources and from the built package the same way. */
const TEMPLATE = fileURLToPath(new URL('../../template', import.meta.url));
/** A package manager leaves a `.gitignore` out of what it publishes. */
const RENAMED: Readonly<Record<string, string>> = { gitignore: '.gitignore' };

/** The files of `template/common` and those of the language, sorted by path. */
export function starterFiles(language: Language): readonly StarterFile[] {
  return ['common', language]
    .flatMap((part) => filesIn(join(TEMPLATE, part)))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

function filesIn(dir: string): readonly StarterFile[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(dir.length + 1).replaceAll('\\', '/');
      return { path: RENAMED[path] ?? path, text: readFileSync(file, 'utf8') };
    });
}
