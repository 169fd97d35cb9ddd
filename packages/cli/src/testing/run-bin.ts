import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/rolecall.js', import.meta.url));

/** What a finished run of the real command left behind. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly input?: string | undefined;
  readonly nodeArgs?: readonly string[] | undefined;
  /** Told of everything on standard output so far; may end the process. */
  readonly onOut?: ((out: string, child: ChildProcess) => void) | undefined;
}

/** Runs the real `rolecall` in a process of its own. */
export function runBin(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...(options.nodeArgs ?? []), BIN, ...args], {
      cwd: options.cwd,
      env: { ...process.env, LC_ALL: '', LC_MESSAGES: '', LANG: 'C', ROLECALL_API_TOKEN: '', ...options.env },
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      options.onOut?.(out, child);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.stdin.end(options.input ?? '');
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}
