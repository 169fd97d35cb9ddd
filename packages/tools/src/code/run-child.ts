import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { CodeLimits, CodeOutcome } from '@rolecall/kernel';
import type { Launcher } from './find-isolation.ts';

export interface ChildRun {
  readonly command: Launcher;
  readonly launcher: Launcher | undefined;
  readonly cwd: string;
  readonly limits: CodeLimits;
  readonly input: string;
  readonly signal: AbortSignal | undefined;
}

/** What Node takes for itself beside the heap of JavaScript: room for code, stacks of its own threads. */
const OF_NODE_ITSELF = 640_000_000;
const MOST_FILE_BYTES = 64_000_000;
const OUT_OF_MEMORY =
  /out of memory|ERR_MEMORY_ALLOCATION_FAILED|Array buffer allocation failed|MemoryError|invalid array buffer length/i;
/** Streams that something else keeps open are not waited for any longer. */
const CLOSE_MS = 1_000;

/**
 * One child in a process group of its own, ended as a whole: at its time, at its output, with the signal. Its environment
 * is empty. The system holds its memory and the size of its files (`ulimit`), except on Windows.
 */
export function runChild(run: ChildRun): Promise<CodeOutcome> {
  const { limits, input, signal } = run;
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve({ end: 'aborted', exitCode: undefined, output: '', errors: '' });
      return;
    }
    const child = started(run);
    const written = { output: [] as Buffer[], errors: [] as Buffer[], bytes: 0 };
    let ending: CodeOutcome['end'] | undefined;
    let isSettled = false;
    const stop = (end: CodeOutcome['end']) => {
      ending ??= end;
      killGroup(child);
    };
    const onAbort = () => stop('aborted');
    const timer = setTimeout(() => stop('timed_out'), limits.timeMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    const take = (into: Buffer[]) => (chunk: Buffer) => {
      const room = limits.outputBytes - written.bytes;
      written.bytes += chunk.length;
      if (room > 0) into.push(chunk.subarray(0, room));
      if (chunk.length > room) stop('output_too_large');
    };
    child.stdout.on('data', take(written.output));
    child.stderr.on('data', take(written.errors));
    // Code that reads no input closes it; that is no fault of the run.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const settle = (exitCode: number | null) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      killGroup(child);
      const output = Buffer.concat(written.output).toString('utf8');
      const errors = Buffer.concat(written.errors).toString('utf8');
      resolve({
        end: ending ?? (exitCode !== 0 && OUT_OF_MEMORY.test(errors) ? 'out_of_memory' : 'ended'),
        exitCode: exitCode ?? undefined,
        output: relative(output, run.cwd),
        errors: relative(errors, run.cwd),
      });
    };
    child.once('error', () => {
      ending ??= 'not_started';
      settle(null);
    });
    child.once('close', settle);
    child.once('exit', (code) => setTimeout(() => settle(code), CLOSE_MS).unref());
  });
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

function started({ command, launcher, cwd, limits }: ChildRun): Child {
  const isWindows = process.platform === 'win32';
  const memory = Math.round((limits.memoryBytes * 2 + OF_NODE_ITSELF) / 1_024);
  const limit = `ulimit -c 0; ulimit -f ${Math.round(MOST_FILE_BYTES / 512)}; ulimit -d ${memory}; exec "$@"`;
  const limited: Launcher = isWindows ? command : ['/bin/sh', '-c', limit, 'sh', ...command];
  const [program, ...args]: Launcher = launcher ? [...launcher, ...limited] : limited;
  return spawn(program, args, {
    cwd,
    env: {},
    detached: !isWindows,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

function killGroup(child: Child): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Where it ran is nobody's business. */
function relative(text: string, work: string): string {
  const folder = work.replace(/[\\/]work$/, '');
  const plain = text.replaceAll(`file://${folder}`, '').replaceAll(folder, '');
  // What Node says of its own inside when it runs out of memory names the host's files.
  return plain.split('----- Native stack trace')[0]?.replaceAll(process.execPath, 'node') ?? '';
}
