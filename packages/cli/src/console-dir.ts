import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the page lies, as `--console` has it: a folder, the built console, or nowhere. */
export function findConsole(asked: string | boolean | undefined, cwd: string): string | undefined {
  if (asked === false) return undefined;
  if (typeof asked === 'string') return hasPage(resolve(cwd, asked)) ? resolve(cwd, asked) : undefined;
  return BUILT_CONSOLE.find(hasPage);
}

/** In a checkout beside this package; in a published one inside it. */
const BUILT_CONSOLE = ['../../console/dist', '../console'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

function hasPage(dir: string): boolean {
  return existsSync(join(dir, 'index.html'));
}
