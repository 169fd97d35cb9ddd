import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';

/**
 * The production build: every package as it is published, under `dist/<room>`, and the page beside the server that serves
 * it. What only tests, generators and fuzzers of the repository use is left out, unless an entry point leads to it. Sources
 * run without this; only publishing needs it.
 */
const root = join(import.meta.dirname, '..');
const out = join(root, 'dist');

interface Manifest {
  name: string;
  private?: boolean;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional: boolean }>;
  scripts?: unknown;
}

const repository: Manifest = readManifest(join(root, 'package.json'));

/** A statement at the beginning of a line, or `import('…')` of a program or a type. */
const IMPORT =
  /^(?:import|export)\s+(?:type\s+)?(?:[\w$*{][\w\s$,*{}]*\bfrom\s+)?['"]([^'"\n]+)['"];$|\bimport\(['"]([^'"\n]+)['"]\)/gm;
const ONLY_HERE = ['src/**/*.test.ts', 'src/**/testing/**', 'src/fuzz/**', 'src/**/write-generated.ts'];

rmSync(out, { recursive: true, force: true });
run(['scripts/build-console.ts', '--if-stale']);
const rooms = readdirSync(join(root, 'packages')).filter((room) => room !== 'console');
for (const room of rooms) buildRoom(room);
cpSync(join(root, 'packages/console/dist'), join(out, 'cli/console'), {
  recursive: true,
  filter: (file) => basename(file) !== '.sources',
});
linkTogether();
console.log(`build: ${rooms.length} packages in dist/`);

function buildRoom(room: string): void {
  const source = join(root, 'packages', room);
  const target = join(out, room);
  mkdirSync(target, { recursive: true });
  const manifest = readManifest(join(source, 'package.json'));
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
      exclude: ONLY_HERE.map((pattern) => join(source, pattern)),
      files: Object.values(manifest.exports ?? {})
        .filter((path) => path.endsWith('.ts'))
        .map((path) => join(source, path)),
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
  const published = publishedManifest(manifest, importedBy(join(target, 'dist')));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

/**
 * The manifest with its entry points in `dist`, and without what only the repository needs. What `./testing` runs in, the
 * reader brings: an optional peer. Throws for an import that nothing declares.
 */
function publishedManifest(manifest: Manifest, imported: readonly string[]): Manifest {
  const { devDependencies: _, scripts: __, ...published } = manifest;
  if (manifest.exports) {
    published.exports = Object.fromEntries(
      Object.entries(manifest.exports).map(([entry, path]) => [
        entry,
        path.replace('./src/', './dist/').replace(/\.ts$/, '.js'),
      ]),
    );
    published.exports['./package.json'] = './package.json';
  }
  const others = imported.filter((name) => name !== manifest.name && !manifest.dependencies?.[name]);
  for (const name of others) {
    const version = repository.devDependencies?.[name];
    if (!manifest.exports?.['./testing'] || !version) throw new Error(`${manifest.name} imports ${name} undeclared`);
    published.peerDependencies = { ...published.peerDependencies, [name]: `^${version}` };
    published.peerDependenciesMeta = { ...published.peerDependenciesMeta, [name]: { optional: true } };
  }
  return published;
}

/** The packages that built files import, in programs and in types. */
function importedBy(dir: string): readonly string[] {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(js|d\.ts)$/.test(file));
  const specifiers = files.flatMap((file) =>
    [...readFileSync(join(dir, file), 'utf8').matchAll(IMPORT)].map(([, from, bare]) => from ?? bare ?? ''),
  );
  const packages = specifiers
    .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(packages)].sort();
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
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
