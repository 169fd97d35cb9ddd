import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Builds the page into packages/console/dist. With `--if-stale` only when its sources, or the versions of what it is built
 * from, are others than those of the build that is there.
 */
const root = join(import.meta.dirname, '..');
const console_ = join(root, 'packages/console');
const stamp = join(console_, 'dist/.sources');

const [built, ...shared] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];
if (process.argv.includes('--if-stale') && built === hashOfSources(shared)) process.exit(0);

const { build } = await import('vite');
const result = await build({ root: console_, configFile: join(console_, 'vite.config.ts'), logLevel: 'warn' });
const used = modulesOfOthers([result].flat().flatMap((each) => ('output' in each ? each.output : [])));
writeFileSync(stamp, [hashOfSources(used), ...used].join('\n'));
console.log('The page is built: packages/console/dist');

/** What the page is built from beside its own sources: modules of other packages, in one order. */
function modulesOfOthers(
  output: readonly { readonly type: string; readonly moduleIds?: readonly string[] }[],
): readonly string[] {
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds).map((module) => relative(root, module));
  return modules.filter((module) => /^packages\/(?!console\/)/.test(module)).sort();
}

function hashOfSources(others: readonly string[]): string | undefined {
  const files = [...filesUnder(console_), ...others.map((file) => join(root, file)), join(root, 'package-lock.json')];
  if (!files.every((file) => existsSync(file))) return undefined;
  const hash = createHash('sha256');
  for (const file of files) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** In one order on every system; without what is built, installed or only tested. */
function filesUnder(dir: string): readonly string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => !['dist', 'node_modules', 'testing'].includes(name) && !/\.test\.tsx?$/.test(name))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(dir, entry.name)) : [join(dir, entry.name)]));
}
