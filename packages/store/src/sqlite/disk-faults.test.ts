import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StorePorts } from '@rolecall/journal';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from './open-sqlite-store.ts';

const FILLING = fileURLToPath(new URL('../../test/fill-process.ts', import.meta.url));
const at = '2026-03-02T08:00:00.000Z';

const run = (command: string, ...args: readonly string[]) => spawnSync(command, args, { encoding: 'utf8' });

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file system of its own; undefined where this user may not mount one. */
function mounted(...options: readonly string[]): string | undefined {
  const folder = newFolder();
  if (run('mount', ...options, folder).status !== 0) return undefined;
  onTestFinished(() => {
    run('umount', folder);
  });
  return folder;
}

const canMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-mount-'));
  const can = run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder).status === 0;
  if (can) run('umount', folder);
  rmSync(folder, { recursive: true });
  return can;
})();
if (!canMount) console.warn('Skipped: a full and a read-only file system need the right to mount one.');

async function opened(file: string): Promise<StorePorts> {
  const store = await openSqliteStore({ file, projections: [], engine: 'test@1.0.0' });
  onTestFinished(() => store.close());
  return store.for('org-1');
}

interface Filled {
  readonly accepted: readonly string[];
  readonly code: string;
  readonly hint: string;
}

/** Everything acknowledged waits, and there is room for more. */
async function expectNothingLost(file: string, { accepted }: Filled): Promise<void> {
  const ports = await opened(file);
  const [conversation] = await ports.conversations();
  const id = conversation?.id ?? '';
  expect(accepted.length).toBeGreaterThan(0);
  expect((await ports.inbox(id)).map((item) => item.id)).toEqual(accepted);
  expect(await ports.accept({ conversation: id, kind: 'timer', data: {}, at })).toMatchObject({ status: 'accepted' });
}

describe.skipIf(process.platform === 'win32')('a disk on which writes fail', () => {
  it('is told as such, and what was acknowledged before is there', async () => {
    const file = join(newFolder(), 'store.db');
    // The operating system itself refuses to let any file grow beyond this.
    const child = run('bash', '-c', 'ulimit -f 800; exec "$@"', 'bash', process.execPath, FILLING, file);
    const filled = JSON.parse(child.stdout) as Filled;

    expect(filled).toMatchObject({ code: 'store_io_failed', hint: expect.stringContaining('disk') });
    await expectNothingLost(file, filled);
  });
});

describe.skipIf(!canMount)('a file system', () => {
  it('that is full denies what does not fit, keeps what was acknowledged, and goes on once there is room', async () => {
    const folder = mounted('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs') ?? '';
    const file = join(folder, 'store.db');
    const filler = join(folder, 'filler');
    writeFileSync(filler, Buffer.alloc(200_000));
    const filled = JSON.parse(run(process.execPath, FILLING, file).stdout) as Filled;

    expect(filled).toMatchObject({ code: 'store_full', hint: expect.stringContaining('Free space') });
    rmSync(filler);
    await expectNothingLost(file, filled);
  });

  it('that is read-only is told as such, and nothing is changed', async () => {
    const source = newFolder();
    mkdirSync(join(source, 'here'));
    const ports = await opened(join(source, 'store.db'));
    await ports.upsertContact({ externalId: 'customer-1', level: 'verified', at });
    cpSync(join(source, 'store.db'), join(source, 'here', 'store.db'));
    const folder = mounted('--bind', join(source, 'here')) ?? '';
    run('mount', '-o', 'remount,ro,bind', folder);
    const file = join(folder, 'store.db');
    const before = readFileSync(file);

    await expect(opened(file)).rejects.toMatchObject({ code: 'store_not_writable', hint: expect.any(String) });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
