import { RolecallError } from '@rolecall/base';

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
    message: 'The store could not be read or written.',
    hint: 'See the cause. If it persists, check the disk and restore the last backup.',
  };
  return new RolecallError({ ...explained, at: { file }, cause: error });
}

function sqliteCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

interface Explanation {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

const busy: Explanation = {
  code: 'store_busy',
  message: 'Another process has been writing to the store for too long.',
  hint: 'Look for a process that hangs on the same file, and try again.',
};

const notWritable: Explanation = {
  code: 'store_not_writable',
  message: 'The store cannot be written: the file or its folder cannot be opened for writing.',
  hint: 'Check that the folder exists and that this user may write the file and its folder.',
};

const corrupt: Explanation = {
  code: 'store_corrupt',
  message: 'The file is no intact store.',
  hint: 'Move it away together with its -wal and -shm files, and restore the last backup; nothing was changed.',
};

const EXPLANATIONS: Readonly<Record<number, Explanation>> = {
  3: notWritable,
  5: busy,
  6: busy,
  8: notWritable,
  10: {
    code: 'store_io_failed',
    message: 'The disk failed while the store was read or written.',
    hint: 'Check the disk. What was committed before is in the file.',
  },
  11: corrupt,
  13: { code: 'store_full', message: 'There is no room left for the store.', hint: 'Free space on its disk.' },
  14: notWritable,
  23: notWritable,
  26: corrupt,
};
