import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const report = join(root, 'test-output', 'report.json');

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly unknown[];
  }[];
}

prepareBrowser();
run('console build', process.execPath, ['scripts/build-console.ts', '--if-stale']);
rmSync(report, { force: true });
rmSync(join(root, 'test-output', 'workspaces'), { recursive: true, force: true });
mkdirSync(join(root, 'test-output'), { recursive: true });
const vitest = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = summarize(vitest.status ?? 1);

/** The page is tested in a real Chromium; where it is missing and can be installed, it is. */
function prepareBrowser(): void {
  if (existsSync('/usr/bin/chromium') && existsSync('/usr/share/fonts/truetype/wqy')) return;
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.log(
      'Chromium or a Chinese font is missing and cannot be installed from here: the tests of the page are skipped.',
    );
    console.log('On Debian: apt-get install chromium fonts-wqy-microhei');
    return;
  }
  console.log('Installing chromium and a Chinese font for the tests of the page …');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env: environment });
  const installed = spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-wqy-microhei'],
    { stdio: 'ignore', env: environment },
  );
  if (installed.status !== 0) console.log('They could not be installed: the tests of the page are skipped.');
}

function run(what: string, command: string, args: readonly string[]): void {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (result.status === 0) return;
  console.error(`${what} failed.`);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** The closing line; a file that did not load counts as a failure. */
function summarize(status: number): number {
  if (!existsSync(report)) {
    console.log('0 passed, 1 failed');
    return 1;
  }
  const result = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const broken = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed =
    result.numFailedTests + broken.length + (status !== 0 && result.numFailedTests + broken.length === 0 ? 1 : 0);
  const skipped = result.numPendingTests + result.numTodoTests;
  console.log(`${result.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 && status === 0 ? 0 : 1;
}
