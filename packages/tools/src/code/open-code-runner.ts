import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bilingual, RolecallError } from '@rolecall/base';
import type { CodeIsolation, CodeLimits, CodeOutcome, CodeRequest, CodeRunner } from '@rolecall/kernel';
import { bootstrapFor } from './bootstrap.ts';
import { type Launcher, namespaceLauncher, nodeDeniesNetwork } from './find-isolation.ts';
import { runChild } from './run-child.ts';

/** How code is run. */
export interface CodeRunnerOptions {
  /** 10 seconds without it. */
  readonly timeMs?: number | undefined;
  /** Of the heap of JavaScript, and about as much again beside it; 256 MB without it. */
  readonly memoryBytes?: number | undefined;
  /** Standard output and errors together; 100 kB without it. */
  readonly outputBytes?: number | undefined;
  /**
   * A program of the host's own inside of which everything is started, such as one that enters a container; it must pass on
   * its arguments, standard streams and end, and is in the place of the system's namespaces.
   */
  readonly launcher?: { readonly command: Launcher; readonly isolation: CodeIsolation } | undefined;
  /** Runs also where connections cannot be denied. */
  readonly allowNetwork?: boolean | undefined;
  /** The interpreter for Python. Python has no permissions of its own: only the launcher holds it. */
  readonly python?: string | undefined;
}

const DEFAULTS = { timeMs: 10_000, memoryBytes: 256_000_000, outputBytes: 100_000 };
const MEGABYTE = 1_048_576;

/**
 * Runs code in a child process: JavaScript under Node's permissions (an empty folder of its own and no other files, no
 * programs, no threads, no add-ons), with an empty environment, limits of time, memory and output, and on Linux in
 * namespaces of its own without network and other processes. Node says of its permissions that they are no wall against
 * code that attacks Node itself; for such code a host gives a container as `launcher`.
 *
 * Throws `code_not_isolated` where the network cannot be denied, unless the host allows it, and for Python without a
 * launcher of the host's.
 */
export function openCodeRunner(options: CodeRunnerOptions = {}): CodeRunner {
  const launcher = options.launcher?.command ?? namespaceLauncher();
  const isolation = isolationOf(options, launcher);
  const limits: CodeLimits = {
    timeMs: options.timeMs ?? DEFAULTS.timeMs,
    memoryBytes: options.memoryBytes ?? DEFAULTS.memoryBytes,
    outputBytes: options.outputBytes ?? DEFAULTS.outputBytes,
  };
  return {
    languages: options.python === undefined ? ['javascript'] : ['javascript', 'python'],
    isolation,
    limits,
    run: (request) =>
      inOwnFolder((folder) => runIn(folder, request, { launcher, isolation, limits, python: options.python })),
  };
}

function isolationOf(options: CodeRunnerOptions, launcher: Launcher | undefined): CodeIsolation {
  const isDenied = launcher !== undefined || nodeDeniesNetwork();
  const isolation: CodeIsolation = options.launcher?.isolation ?? {
    network: isDenied ? 'denied' : 'open',
    files: 'own_folder',
    processes: 'none',
  };
  if (options.python !== undefined && options.launcher === undefined)
    throw notIsolated(
      { en: 'Python has no permissions of its own.', zh: 'Python 自己没有权限控制。' },
      { en: 'Give a launcher, such as one that enters a container.', zh: '给一个 launcher，例如能进入容器的。' },
    );
  if (isolation.network === 'open' && options.allowNetwork !== true)
    throw notIsolated(
      {
        en: 'Neither this system nor this version of Node can deny the network to code.',
        zh: '这个系统和这个版本的 Node 都不能禁止代码访问网络。',
      },
      {
        en: 'Use Node 25.3 or later, Linux with user namespaces, or a launcher of your own such as a container.',
        zh: '使用 Node 25.3 以上、带用户命名空间的 Linux，或自己的 launcher，例如容器。',
      },
    );
  return isolation;
}

function notIsolated(message: Bilingual, hint: Bilingual): RolecallError {
  return new RolecallError({ code: 'code_not_isolated', message, hint });
}

/** A folder for one run, which only this user can read, gone afterwards. */
async function inOwnFolder(run: (folder: string) => Promise<CodeOutcome>): Promise<CodeOutcome> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'rolecall-code-')));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Running {
  readonly isolation: CodeIsolation;
  readonly launcher: Launcher | undefined;
  readonly limits: CodeLimits;
  readonly python: string | undefined;
}

async function runIn(
  folder: string,
  request: CodeRequest,
  { launcher, isolation, limits, python }: Running,
): Promise<CodeOutcome> {
  const [program, work] = [join(folder, 'program'), join(folder, 'work')];
  await Promise.all([mkdir(program), mkdir(work)]);
  const isPython = request.language === 'python' && python !== undefined;
  if (isPython) await writeFile(join(program, 'main.py'), request.code);
  else {
    await writeFile(join(program, 'start.mjs'), bootstrapFor(isolation.network));
    await writeFile(join(program, 'main.mjs'), request.code);
  }
  const command: Launcher = isPython
    ? [python, '-I', '-B', join(program, 'main.py')]
    : [
        process.execPath,
        '--permission',
        `--allow-fs-read=${program}`,
        `--allow-fs-read=${work}`,
        `--allow-fs-write=${work}`,
        ...(isolation.network === 'open' && nodeDeniesNetwork() ? ['--allow-net'] : []),
        `--max-old-space-size=${Math.max(16, Math.round(limits.memoryBytes / MEGABYTE))}`,
        '--no-warnings',
        join(program, 'start.mjs'),
      ];
  return runChild({ command, launcher, cwd: work, limits, input: request.input ?? '', signal: request.signal });
}
