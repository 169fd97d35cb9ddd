import { open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { newId, RolecallError } from '@rolecall/base';

const WAIT_MS = 5_000;
const ABANDONED_AFTER_MS = 10_000;

/**
 * Runs `action` while no other process does so for the same file, so that two of them may change it at once.
 *
 * A lock whose process died is taken over after ten seconds; one that is held longer ends in `file_locked`.
 */
export async function withFileLock<Result>(file: string, action: () => Promise<Result>): Promise<Result> {
  const lock = `${file}.lock`;
  const deadline = performance.now() + WAIT_MS + ABANDONED_AFTER_MS;
  while (!(await tryLock(lock))) {
    if (performance.now() > deadline) {
      throw new RolecallError({
        code: 'file_locked',
        at: { file },
        message: { en: 'Another process holds the file.', zh: '另一个进程占用着这个文件。' },
        hint: { en: `If none does, remove ${lock}.`, zh: `如果没有，删除 ${lock}。` },
      });
    }
    await pause(20);
  }
  try {
    return await action();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Puts a text in place of the file's, whole or not at all, also when the power fails in between. */
export async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.${newId('draft')}`;
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.writeFile(text, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function tryLock(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await removeAbandoned(lock);
    return false;
  }
}

async function removeAbandoned(lock: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(lock);
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(lock, { force: true });
  } catch (error) {
    // Its holder has just let go of it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
