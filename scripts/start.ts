import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** `npm start`: builds the page if need be and serves the example; `-- --reset` restores the example first. */
const root = join(import.meta.dirname, '..');
const rolecall = join(root, 'packages/cli/bin/rolecall.js');
const workspace = join(root, 'examples/shop');
const args = process.argv.slice(2);

const build = spawnSync(process.execPath, [join(root, 'scripts/build-console.ts'), '--if-stale'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (build.status !== 0) process.exit(build.status ?? 1);
if (args.includes('--reset')) {
  const reset = spawnSync(process.execPath, [rolecall, 'reset', '--workspace', workspace, '--yes'], {
    stdio: 'inherit',
  });
  if (reset.status !== 0) process.exit(reset.status ?? 1);
}
const server = spawn(
  process.execPath,
  [rolecall, 'serve', '--workspace', workspace, ...args.filter((arg) => arg !== '--reset')],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 0 : 1)));
