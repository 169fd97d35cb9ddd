import type { JsonObject } from '@rolecall/base';
import { changeLock, type LockFile, readLock, type ToolHints } from './lock-file.ts';

/** The tools that somebody agreed to, with the fingerprint they had then. */
export interface ToolPins {
  pinned(server: string, tool: string): Promise<string | undefined>;
  /** Description, schemas and annotations as they were agreed to; undefined where a pin does not hold them. */
  declared?(server: string, tool: string): Promise<JsonObject | undefined>;
  /** Agrees to a tool as it is now, in place of whatever stood there; with what its server says of it, for checks. */
  pin(server: string, tool: string, fingerprint: string, hints?: ToolHints | undefined): Promise<void>;
}

/**
 * The pins in `rolecall.lock`, a JSON file that belongs into Git: one entry a tool, sorted, nothing that changes by
 * itself. What else stands in the file stays as it is.
 *
 * Read anew every time, because others pin too. A file that cannot be read is an error and never an empty one:
 * `lock_invalid`, `lock_version_unknown`.
 */
export function openToolPins(file: string): ToolPins {
  return {
    pinned: async (server, tool) => pinIn(await readLock(file), `${server}/${tool}`)?.fingerprint,
    declared: async (server, tool) => pinIn(await readLock(file), `${server}/${tool}`)?.declared,
    pin: (server, tool, fingerprint, hints = {}) =>
      changeLock(file, (lock) => ({
        ...lock,
        tools: { ...lock.tools, [`${server}/${tool}`]: { fingerprint, ...hints } },
      })),
  };
}

function pinIn(lock: LockFile, tool: string): LockFile['tools'][string] | undefined {
  return Object.hasOwn(lock.tools, tool) ? lock.tools[tool] : undefined;
}
