import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A running script of this folder. */
export interface StartedProcess {
  readonly child: ChildProcess;
  /** The next line that it writes, or undefined when it has ended. */
  readLine(): Promise<string | undefined>;
  /** Sends one line of JSON and reads one as the answer. */
  ask(message: unknown): Promise<unknown>;
  /** Kills it as a power cut would, with no chance to clean up, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a script of this folder; the test's end kills it. */
export function startProcess(script: string, ...args: readonly string[]): StartedProcess {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const started: StartedProcess = {
    child,
    async readLine() {
      const next = await lines.next();
      return next.done === true ? undefined : next.value;
    },
    async ask(message) {
      child.stdin.write(`${JSON.stringify(message)}\n`);
      return JSON.parse((await started.readLine()) ?? 'null');
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
  onTestFinished(() => started.kill());
  return started;
}
