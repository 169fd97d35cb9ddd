import { RolecallError } from '@rolecall/base';

interface Explanation {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

const unreachable: Explanation = {
  code: 'store_unreachable',
  message: 'The database cannot be reached.',
  hint: 'Check that PostgreSQL runs and that the database URL names it. What was accepted before is kept.',
};

const busy: Explanation = {
  code: 'store_busy',
  message: 'The database had no answer in time.',
  hint: 'Look for a transaction that hangs, or allow more connections, and try again.',
};

const notWritable: Explanation = {
  code: 'store_not_writable',
  message: 'The database takes no writes.',
  hint: 'Name the primary in the database URL, not a standby, and check default_transaction_read_only.',
};

const notPermitted: Explanation = {
  code: 'store_not_permitted',
  message: 'The database user may not do this.',
  hint: 'Use the user that ran `rolecall db migrate`, or have it granted the role rolecall_app.',
};

const corrupt: Explanation = {
  code: 'store_corrupt',
  message: 'The database reports damaged data.',
  hint: 'Stop writing to it and restore the last backup.',
};

/** By SQLSTATE, the whole code first and then its class. Source: PostgreSQL, appendix A, "Error Codes". */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  '08': unreachable,
  '57': unreachable,
  '28': {
    code: 'store_login_refused',
    message: 'The database refused the login.',
    hint: 'Check user and password in the database URL.',
  },
  '3D000': { code: 'store_unknown', message: 'There is no such database.', hint: 'Create it, or correct the URL.' },
  '53100': { code: 'store_full', message: 'There is no room left for the store.', hint: 'Free space on its disk.' },
  '53': busy,
  '55P03': busy,
  '57014': busy,
  '25006': notWritable,
  '42501': notPermitted,
  /** Raised by `refuse_older`. */
  RC001: {
    code: 'store_schema_too_new',
    message: 'The database was migrated by a newer Rolecall, beside which this one may not run.',
    hint: 'Run the Rolecall that migrated it, or a newer one. Nothing was written.',
  },
  XX001: corrupt,
  XX002: corrupt,
  '22021': {
    code: 'text_not_storable',
    message: 'A text holds a character that PostgreSQL cannot keep (NUL).',
    hint: 'Remove it from ids, names and keys; inside of data it is allowed.',
  },
};

const failed: Explanation = {
  code: 'store_failed',
  message: 'The store could not be read or written.',
  hint: 'See the cause.',
};

const BROKEN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
]);

/** What PostgreSQL or the way to it complains of, in words that say what to do. Other errors pass as they are. */
export function explainPostgresError(error: unknown): unknown {
  if (!(error instanceof Error) || RolecallError.is(error)) return error;
  const code = codeOf(error);
  if (code !== undefined && BROKEN.has(code)) return explained(unreachable, error);
  if (/^Connection terminated|^timeout exceeded when trying to connect|not queryable/.test(error.message))
    return explained(unreachable, error);
  if (error.message === 'Query read timeout') return explained(busy, error);
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return error;
  return explained(EXPLANATIONS[code] ?? EXPLANATIONS[code.slice(0, 2)] ?? failed, error);
}

/** Two transactions stood in each other's way, and one was undone as a whole: it may simply run again. */
export function isWorthRepeating(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code === '40P01' || code === '40001';
}

/** A statement that was refused because one before it in its transaction had failed. */
export function isRefusedForAnother(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '25P02';
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function explained(explanation: Explanation, cause: Error): RolecallError {
  return new RolecallError({ ...explanation, cause });
}
