import { readFile } from 'node:fs/promises';
import { isJsonObject, RolecallError } from '@rolecall/base';
import { replaceFile, withFileLock } from './file-lock.ts';

/** The tools that somebody agreed to, with the fingerprint they had then. */
export interface ToolPins {
  pinned(server: string, tool: string): Promise<string | undefined>;
  /** Agrees to a tool as it is now, in place of whatever stood there. */
  pin(server: string, tool: string, fingerprint: string): Promise<void>;
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
    pinned: async (server, tool) => fingerprintIn(await readLock(file), `${server}/${tool}`),
    pin: (server, tool, fingerprint) =>
      withFileLock(file, async () => {
        const lock = await readLock(file);
        const tools = { ...lock.tools, [`${server}/${tool}`]: { fingerprint } };
        await replaceFile(file, textOf({ ...lock, tools }), 0o644);
      }),
  };
}

const VERSION = 1;

interface Lock extends Readonly<Record<string, unknown>> {
  readonly version: typeof VERSION;
  readonly tools: Readonly<Record<string, { readonly fingerprint: string }>>;
}

async function readLock(file: string): Promise<Lock> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { version: VERSION, tools: {} };
    throw error;
  }
  return parseLock(text, file);
}

function parseLock(text: string, file: string): Lock {
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
      message: `This Rolecall reads version ${VERSION} of the lock, and not ${JSON.stringify(value.version)}.`,
      hint: 'It was written by a newer Rolecall. Use that one.',
    });
  }
  const tools = value.tools ?? {};
  if (!isJsonObject(tools)) throw invalid(file, 'tools');
  for (const [tool, pin] of Object.entries(tools)) {
    if (!isJsonObject(pin) || typeof pin.fingerprint !== 'string') throw invalid(file, `tools["${tool}"]`);
  }
  return { ...value, tools } as Lock;
}

function fingerprintIn(lock: Lock, tool: string): string | undefined {
  return Object.hasOwn(lock.tools, tool) ? lock.tools[tool]?.fingerprint : undefined;
}

/** Sorted by name, so that the same pins are the same text and two branches meet in as few lines as possible. */
function textOf(lock: Lock): string {
  const names = Object.keys(lock.tools).sort();
  const tools = Object.fromEntries(names.map((name) => [name, lock.tools[name]]));
  return `${JSON.stringify({ ...lock, tools }, null, 2)}\n`;
}

function invalid(file: string, path?: string, cause?: unknown): RolecallError {
  return new RolecallError({
    code: 'lock_invalid',
    at: { file, path },
    message: 'The lock cannot be read.',
    hint: 'Restore it from Git, or settle the merge conflict in it.',
    cause,
  });
}
