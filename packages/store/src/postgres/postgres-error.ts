import { type Bilingual, RolecallError } from '@rolecall/base';

interface Explanation {
  readonly code: string;
  readonly message: Bilingual;
  readonly hint: Bilingual;
}

const unreachable: Explanation = {
  code: 'store_unreachable',
  message: { en: 'The database cannot be reached.', zh: '连接不到数据库。' },
  hint: {
    en: 'Check that PostgreSQL runs and that the database URL names it. What was accepted before is kept.',
    zh: '检查 PostgreSQL 是否在运行，数据库 URL 是否指向它。之前接收的内容都保留着。',
  },
};

const busy: Explanation = {
  code: 'store_busy',
  message: { en: 'The database had no answer in time.', zh: '数据库没有及时回答。' },
  hint: {
    en: 'Look for a transaction that hangs, or allow more connections, and try again.',
    zh: '看看有没有挂起的事务，或允许更多连接，然后再试。',
  },
};

const notWritable: Explanation = {
  code: 'store_not_writable',
  message: { en: 'The database takes no writes.', zh: '数据库不接受写入。' },
  hint: {
    en: 'Name the primary in the database URL, not a standby, and check default_transaction_read_only.',
    zh: '数据库 URL 要写主库而不是备库，并检查 default_transaction_read_only。',
  },
};

const notPermitted: Explanation = {
  code: 'store_not_permitted',
  message: { en: 'The database user may not do this.', zh: '数据库用户没有这个权限。' },
  hint: {
    en: 'Use the user that ran `rolecall db migrate`, or have it granted the role rolecall_app.',
    zh: '使用运行 `rolecall db migrate` 的用户，或给它授予角色 rolecall_app。',
  },
};

const corrupt: Explanation = {
  code: 'store_corrupt',
  message: { en: 'The database reports damaged data.', zh: '数据库报告数据损坏。' },
  hint: { en: 'Stop writing to it and restore the last backup.', zh: '停止写入，恢复最近的备份。' },
};

/** By SQLSTATE, the whole code first and then its class. Source: PostgreSQL, appendix A, "Error Codes". */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  '08': unreachable,
  '57': unreachable,
  '28': {
    code: 'store_login_refused',
    message: { en: 'The database refused the login.', zh: '数据库拒绝了登录。' },
    hint: { en: 'Check user and password in the database URL.', zh: '检查数据库 URL 里的用户名和密码。' },
  },
  '3D000': {
    code: 'store_unknown',
    message: { en: 'There is no such database.', zh: '没有这个数据库。' },
    hint: { en: 'Create it, or correct the URL.', zh: '建立它，或改正 URL。' },
  },
  '53100': {
    code: 'store_full',
    message: { en: 'There is no room left for the store.', zh: '存储没有空间了。' },
    hint: { en: 'Free space on its disk.', zh: '在它的磁盘上腾出空间。' },
  },
  '53': busy,
  '55P03': busy,
  '57014': busy,
  '25006': notWritable,
  '42501': notPermitted,
  /** Raised by `refuse_older`. */
  RC001: {
    code: 'store_schema_too_new',
    message: {
      en: 'The database was migrated by a newer Rolecall, beside which this one may not run.',
      zh: '数据库由更新的 Rolecall 升级过，这一个不能与它一起运行。',
    },
    hint: {
      en: 'Run the Rolecall that migrated it, or a newer one. Nothing was written.',
      zh: '使用升级它的 Rolecall，或更新的版本。没有写入任何内容。',
    },
  },
  XX001: corrupt,
  XX002: corrupt,
  '22021': {
    code: 'text_not_storable',
    message: {
      en: 'A text holds a character that PostgreSQL cannot keep (NUL).',
      zh: '有一段文字含有 PostgreSQL 无法保存的字符（NUL）。',
    },
    hint: {
      en: 'Remove it from ids, names and keys; inside of data it is allowed.',
      zh: '从 id、名字和键里去掉它；在数据内部可以有。',
    },
  },
};

const failed: Explanation = {
  code: 'store_failed',
  message: { en: 'The store could not be read or written.', zh: '存储无法读写。' },
  hint: { en: 'See the cause.', zh: '见原因。' },
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
