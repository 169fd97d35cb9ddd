import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
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

const command = spawnSync(
  process.execPath,
  [join(dist, 'cli/bin/rolecall.js'), 'check', '--workspace', join(root, 'examples/shop')],
  { encoding: 'utf8' },
);
if (command.status !== 0) {
  console.error(command.stdout + command.stderr);
  process.exit(1);
}
console.log(`smoke: ${loaded} entry points load, the built command checks the example`);
