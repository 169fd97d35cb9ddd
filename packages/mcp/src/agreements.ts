import { changeLock, readLock, type ToolHints } from './lock-file.ts';

/** What people have agreed to, as `rolecall.lock` has it. */
export interface Agreements {
  /** `server/tool` → what its server said of it then. */
  readonly tools: ReadonlyMap<string, ToolHints>;
  /** System asset → hash. Empty as long as nobody has agreed to any. */
  readonly system: ReadonlyMap<string, string>;
}

/** Reads what stands in the lock; throws `lock_invalid` and `lock_version_unknown`. */
export async function readAgreements(file: string): Promise<Agreements> {
  const lock = await readLock(file);
  return { tools: new Map(Object.entries(lock.tools)), system: new Map(Object.entries(lock.system ?? {})) };
}

/** Agrees to the system assets as they are now. */
export async function agreeToSystemAssets(file: string, hashes: ReadonlyMap<string, string>): Promise<void> {
  await changeLock(file, (lock) => ({ ...lock, system: Object.fromEntries(hashes) }));
}
