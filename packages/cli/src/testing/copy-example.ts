import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** A copy of the example workspace, inside the repository so that its order system finds what it imports. */
export function copyExample(): string {
  const parent = join(ROOT, 'test-output', 'workspaces');
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(join(parent, 'cli-'));
  cpSync(join(ROOT, 'examples/shop'), dir, {
    recursive: true,
    filter: (path) => !/\/(\.rolecall|node_modules|rolecall\.lock)$/.test(path),
  });
  return dir;
}
