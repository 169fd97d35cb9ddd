import { type Bilingual, RolecallError } from '@rolecall/base';

/**
 * What SQLite complains of, in words that say what to do. Errors that are not SQLite's pass as they are.
 *
 * Source: SQLite, "Result and Error Codes"; the low byte is the primary code.
 */
export function explainSqliteError(error: unknown, file: string): unknown {
  const code = sqliteCodeOf(error);
  if (code === undefined) return error;
  const explained = EXPLANATIONS[code] ?? {
    code: 'store_failed',
    message: { en: 'The store could not be read or written.', zh: '存储无法读写。' },
    hint: {
      en: 'See the cause. If it persists, check the disk and restore the last backup.',
      zh: '见原因。如果一直这样，检查磁盘并恢复最近的备份。',
    },
  };
  return new RolecallError({ ...explained, at: { file }, cause: error });
}

function sqliteCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

interface Explanation {
  readonly code: string;
  readonly message: Bilingual;
  readonly hint: Bilingual;
}

const busy: Explanation = {
  code: 'store_busy',
  message: { en: 'Another process has been writing to the store for too long.', zh: '另一个进程写入存储的时间太长。' },
  hint: {
    en: 'Look for a process that hangs on the same file, and try again.',
    zh: '看看有没有挂在同一个文件上的进程，然后再试。',
  },
};

const notWritable: Explanation = {
  code: 'store_not_writable',
  message: {
    en: 'The store cannot be written: the file or its folder cannot be opened for writing.',
    zh: '存储无法写入：文件或它的文件夹无法打开写入。',
  },
  hint: {
    en: 'Check that the folder exists and that this user may write the file and its folder.',
    zh: '检查文件夹是否存在，以及这个用户能否写入文件和文件夹。',
  },
};

const corrupt: Explanation = {
  code: 'store_corrupt',
  message: { en: 'The file is no intact store.', zh: '这个文件不是完好的存储。' },
  hint: {
    en: 'Move it away together with its -wal and -shm files, and restore the last backup; nothing was changed.',
    zh: '把它连同 -wal 和 -shm 文件一起移走，恢复最近的备份；没有改变任何内容。',
  },
};

const EXPLANATIONS: Readonly<Record<number, Explanation>> = {
  3: notWritable,
  5: busy,
  6: busy,
  8: notWritable,
  10: {
    code: 'store_io_failed',
    message: { en: 'The disk failed while the store was read or written.', zh: '读写存储时磁盘出错。' },
    hint: {
      en: 'Check the disk. What was committed before is in the file.',
      zh: '检查磁盘。之前提交的内容都在文件里。',
    },
  },
  11: corrupt,
  13: {
    code: 'store_full',
    message: { en: 'There is no room left for the store.', zh: '存储没有空间了。' },
    hint: { en: 'Free space on its disk.', zh: '在它的磁盘上腾出空间。' },
  },
  14: notWritable,
  23: notWritable,
  26: corrupt,
};
