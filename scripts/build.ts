import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The production build: every package as it is published, under `dist/<room>`, and the page beside the server that serves
 * it. Sources run without this; only publishing needs it.
 */
const root = join(import.meta.dirname, '..');
const out = join(root, 'dist');

interface Manifest {
  name: string;
  private?: boolean;
  exports?: Record<string, string>;
  devDependencies?: unknown;
  files?: string[];
}

rmSync(out, { recursive: true, force: true });
run(['scripts/build-console.ts', '--if-stale']);
const rooms = readdirSync(join(root, 'packages')).filter((room) => room !== 'console');
for (const room of rooms) buildRoom(room);
cpSync(join(root, 'packages/console/dist'), join(out, 'cli/console'), { recursive: true });
linkTogether();
console.log(`build: ${rooms.length} packages in dist/`);

function buildRoom(room: string): void {
  const source = join(root, 'packages', room);
  const target = join(out, room);
  mkdirSync(target, { recursive: true });
  const project = join(target, 'tsconfig.json');
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        rootDir: join(source, 'src'),
        outDir: join(target, 'dist'),
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: [join(source, 'src/**/*.ts')],
      exclude: [join(source, 'src/**/*.test.ts')],
    }),
  );
  run(['node_modules/typescript/bin/tsc', '-p', project]);
  rmSync(project);
  for (const name of readdirSync(source)) {
    if (['src', 'node_modules', 'dist', 'package.json', 'bench', 'test', 'test-output', 'tsconfig.json'].includes(name))
      continue;
    cpSync(join(source, name), join(target, name), { recursive: true });
  }
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify(publishedManifest(join(source, 'package.json')), null, 2)}\n`,
  );
}

/** The manifest with its entry points in `dist`, and without what only the repository needs. */
function publishedManifest(file: string): Manifest {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const { devDependencies: _, ...published } = manifest;
  if (manifest.exports) {
    published.exports = Object.fromEntries(
      Object.entries(manifest.exports).map(([entry, path]) => [
        entry,
        path.replace('./src/', './dist/').replace(/\.ts$/, '.js'),
      ]),
    );
  }
  return published;
}

/** Lets the built packages find each other, so that the build can be run where it stands. */
function linkTogether(): void {
  const scope = join(out, 'node_modules/@rolecall');
  mkdirSync(scope, { recursive: true });
  for (const room of rooms)
    if (room !== 'cli' && !existsSync(join(scope, room))) symlinkSync(join('../..', room), join(scope, room));
}

function run(args: readonly string[]): void {
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
