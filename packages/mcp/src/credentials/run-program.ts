import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { type Bilingual, RolecallError } from '@rolecall/base';

/** What a program for secrets is run with. */
export interface ProgramRun {
  readonly argv: readonly string[];
  /** Its whole environment, `PATH` apart. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly cwd?: string | undefined;
  /** For its standard input; an argument could be read by every process of the machine. */
  readonly input?: string | undefined;
}

/** More than any secret: a certificate with its chain and key is some 20 kB. */
const OUTPUT_LIMIT_BYTES = 64 * 1024;

/**
 * Runs a program without a shell and answers with its exit code and what it wrote, without the line end.
 *
 * Throws `credential_command_failed` when it cannot be started, takes too long, or says too much; never quotes what it
 * wrote, neither there nor to a log.
 */
export function runProgram(run: ProgramRun): Promise<{ readonly exitCode: number; readonly output: string }> {
  const [program = '', ...args] = run.argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      shell: false,
      cwd: run.cwd,
      env: { PATH: process.env.PATH ?? dirname(process.execPath), ...run.environment },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (reason: Bilingual): void => {
      child.kill('SIGKILL');
      // One that has left its pipe to a child of its own is not waited for.
      child.stdout.destroy();
      forget(chunks);
      reject(failed(program, reason));
    };
    const timer = setTimeout(
      () => fail({ en: `did not answer within ${run.timeoutMs} ms`, zh: `在 ${run.timeoutMs} 毫秒内没有回答` }),
      run.timeoutMs,
    );
    child.on('error', ({ code }: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(failed(program, couldNotStart(code ?? 'unknown')));
    });
    child.stdin.on('error', () => {
      // It ended without reading; its exit code tells.
    });
    child.stdin.end(run.input ?? '');
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= OUTPUT_LIMIT_BYTES) return;
      clearTimeout(timer);
      fail({ en: `wrote more than ${OUTPUT_LIMIT_BYTES} bytes`, zh: `写出的内容超过 ${OUTPUT_LIMIT_BYTES} 字节` });
    });
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer);
      const output = Buffer.concat(chunks);
      const text = output.toString('utf8').replace(/\r?\n$/, '');
      forget([...chunks, output]);
      if (exitCode === null) reject(failed(program, wasEnded(signal ?? 'SIGNAL')));
      else resolve({ exitCode, output: text });
    });
  });
}

function forget(buffers: readonly Buffer[]): void {
  for (const buffer of buffers) buffer.fill(0);
}

function couldNotStart(code: string): Bilingual {
  return { en: `could not be started (${code})`, zh: `无法启动（${code}）` };
}

function wasEnded(signal: string): Bilingual {
  return { en: `was ended by ${signal}`, zh: `被 ${signal} 终止` };
}

function failed(program: string, reason: Bilingual): RolecallError {
  return new RolecallError({
    code: 'credential_command_failed',
    message: {
      en: `The program "${program}" for credentials ${reason.en}.`,
      zh: `提供凭证的程序“${program}”${reason.zh}。`,
    },
    hint: {
      en: 'Run it by hand with only the variables that its declaration names.',
      zh: '只带它的声明所写的变量，手工运行一次。',
    },
  });
}
