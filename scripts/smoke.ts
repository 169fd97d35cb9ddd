import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs what was built, as someone who installed it would: every entry point loads, and the command checks the example. */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
let loaded = 0;

for (const room of readdirSync(dist)) {
  if (room === 'node_modules') continue;
  const { exports = {} } = JSON.parse(readFileSync(join(dist, room, 'package.json'), 'utf8')) as {
    exports?: Record<string, string>;
  };
  for (const [entry, path] of Object.entries(exports)) {
    if (entry === './testing' || !path.endsWith('.js')) continue;
    await import(pathToFileURL(join(dist, room, path)).href);
    loaded++;
  }
}

const fresh = mkdtempSync(join(tmpdir(), 'rolecall-smoke-'));
rolecall('check', '--workspace', join(root, 'examples/shop'));
rolecall('init', fresh);
rolecall('check', '--workspace', fresh, '--strict');
rmSync(fresh, { recursive: true });
console.log(`smoke: ${loaded} entry points load, the built command checks the example and makes a workspace`);

function rolecall(...args: readonly string[]): void {
  const command = spawnSync(process.execPath, [join(dist, 'cli/bin/rolecall.js'), ...args], { encoding: 'utf8' });
  if (command.status === 0) return;
  console.error(command.stdout + command.stderr);
  process.exit(1);
}
