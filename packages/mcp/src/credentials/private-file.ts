import { open } from 'node:fs/promises';
import { RolecallError } from '@rolecall/base';

/** The text of a file that only its owner may read, undefined where there is none. Throws `credentials_exposed`. */
export async function readPrivateFile(file: string): Promise<{ text: string; changedAt: string } | undefined> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    // Of the opened file, so that nobody exchanges it between the look and the reading.
    const { mode, mtime } = await handle.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw exposed(file);
    return { text: await handle.readFile('utf8'), changedAt: mtime.toISOString() };
  } finally {
    await handle.close();
  }
}

function exposed(file: string): RolecallError {
  return new RolecallError({
    code: 'credentials_exposed',
    at: { file },
    message: { en: 'Others than its owner may read the file of credentials.', zh: '除了所有者，别人也能读凭证文件。' },
    hint: { en: `Run: chmod 600 ${file}`, zh: `运行：chmod 600 ${file}` },
  });
}
