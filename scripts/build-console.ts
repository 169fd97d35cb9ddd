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

const sources = hashOfSources();
const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
if (process.argv.includes('--if-stale') && isFresh) process.exit(0);

const { build } = await import('vite');
await build({ root: console_, configFile: join(console_, 'vite.config.ts'), logLevel: 'warn' });
writeFileSync(stamp, sources);
console.log('The page is built: packages/console/dist');

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const file of [...filesUnder(console_), join(root, 'package-lock.json')]) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** In one order on every system; without what is built, installed or only tested. */
function filesUnder(dir: string): readonly string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => !['dist', 'node_modules', 'testing'].includes(name) && !/\.test\.tsx?$/.test(name))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(dir, entry.name)) : [join(dir, entry.name)]));
}
