import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../test/sync-process.ts', import.meta.url));

/** How often the process asked the disk to have what was written, in each of the steps of one kind. */
function syncsByStep(): Readonly<Record<string, readonly number[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-sync-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, 'calls');
  const traced = ['-f', '-e', 'trace=fsync,fdatasync,access,faccessat,faccessat2', '-o', log];
  const run = spawnSync('strace', [...traced, process.execPath, SCRIPT, join(folder, 'store.db')], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const steps: { readonly what: string; syncs: number }[] = [];
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const what = /"\/rolecall-mark\/(\w+)"/.exec(line)?.[1];
    if (what !== undefined) steps.push({ what, syncs: 0 });
    else if (/\bf(data)?sync\(/.test(line)) {
      const step = steps.at(-1);
      if (step) step.syncs++;
    }
  }
  const kinds = ['accept', 'reserve', 'ordinary'];
  return Object.fromEntries(
    kinds.map((kind) => [kind, steps.filter(({ what }) => what === kind).map(({ syncs }) => syncs)]),
  );
}

/** Not everywhere: it is a program of Linux, and a container may forbid it. */
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
if (!canTrace) console.warn('Skipped: system calls cannot be observed here. Install strace to see which are made.');

describe.skipIf(!canTrace)('what is acknowledged is on the disk, by the system calls observed', () => {
  it('an acceptance and a reservation have it synced, an ordinary commit does not wait for the disk', () => {
    const syncs = syncsByStep();

    expect(syncs).toEqual({ accept: [1, 1, 1, 1, 1], reserve: [1, 1, 1, 1, 1], ordinary: [0, 0, 0, 0, 0] });
  });
});
