import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonObject, RolecallError } from '@rolecall/base';
import { replaceFile, withFileLock } from './file-lock.ts';

const VERSION = 1;

/** What a server said of a tool when somebody agreed to it. */
export interface ToolHints {
  readonly read_only?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  /** Description, schemas and annotations as they were, so that a change can be shown. */
  readonly declared?: JsonObject | undefined;
}

/** `rolecall.lock`: what people have agreed to. Whatever else stands in the file stays as it is. */
export interface LockFile extends Readonly<Record<string, unknown>> {
  readonly version: typeof VERSION;
  readonly tools: Readonly<Record<string, { readonly fingerprint: string } & ToolHints>>;
  /** System asset → hash. */
  readonly system?: Readonly<Record<string, string>> | undefined;
}

/**
 * Reads the lock. One that is not there is empty; one that cannot be read is an error and never empty: `lock_invalid`,
 * `lock_version_unknown`.
 */
export async function readLock(file: string): Promise<LockFile> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { version: VERSION, tools: {} };
    throw error;
  }
  return parseLock(text, file);
}

/** Changes the lock, one process at a time, and replaces the file as a whole. */
export async function changeLock(file: string, change: (lock: LockFile) => LockFile): Promise<void> {
  await withFileLock(file, async () => replaceFile(file, textOf(change(await readLock(file))), 0o644));
}

function parseLock(text: string, file: string): LockFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(file, undefined, cause);
  }
  if (!isJsonObject(value)) throw invalid(file);
  if (value.version !== VERSION) {
    throw new RolecallError({
      code: 'lock_version_unknown',
      at: { file, path: 'version' },
      message: {
        en: `This Rolecall reads version ${VERSION} of the lock, and not ${JSON.stringify(value.version)}.`,
        zh: `这个 Rolecall 读取版本 ${VERSION} 的锁文件，不读 ${JSON.stringify(value.version)}。`,
      },
      hint: { en: 'It was written by a newer Rolecall. Use that one.', zh: '它由更新的 Rolecall 写成。请用那一个。' },
    });
  }
  const tools = value.tools ?? {};
  if (!isJsonObject(tools)) throw invalid(file, 'tools');
  for (const [tool, pin] of Object.entries(tools)) {
    if (!isJsonObject(pin) || typeof pin.fingerprint !== 'string') throw invalid(file, `tools["${tool}"]`);
  }
  const { system } = value;
  const isSystem = system === undefined || (isJsonObject(system) && Object.values(system).every(isText));
  if (!isSystem) throw invalid(file, 'system');
  // Looked at entry by entry above.
  return { ...value, version: VERSION, tools: tools as unknown as LockFile['tools'] } as LockFile;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** Sorted by name, so that the same pins are the same text and two branches meet in as few lines as possible. */
function textOf(lock: LockFile): string {
  const { tools, system } = lock;
  const written = { ...lock, tools: sorted(tools), ...(system ? { system: sorted(system) } : {}) };
  return `${JSON.stringify(written, null, 2)}\n`;
}

function invalid(file: string, path?: string, cause?: unknown): RolecallError {
  return new RolecallError({
    code: 'lock_invalid',
    at: { file, path },
    message: { en: 'The lock cannot be read.', zh: '锁文件读不出来。' },
    hint: { en: 'Restore it from Git, or settle the merge conflict in it.', zh: '从 Git 恢复，或解决其中的合并冲突。' },
    cause,
  });
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}
