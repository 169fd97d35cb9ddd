import { PassThrough } from 'node:stream';
import { runCli } from '../run-cli.ts';
import type { Run, RunOptions } from './run-bin.ts';
import { createTestIo } from './test-io.ts';

/** Runs the real `rolecall` in this process, without a terminal: all of it but the start of a process, which costs most. */
export async function runCommand(
  args: readonly string[],
  { env, cwd, input = '' }: Pick<RunOptions, 'env' | 'cwd' | 'input'> = {},
): Promise<Run> {
  const io = createTestIo({
    env: { ...process.env, LC_ALL: '', LC_MESSAGES: '', LANG: 'C', ROLECALL_API_TOKEN: '', ...env },
    input: new PassThrough().end(input),
    ...(cwd === undefined ? {} : { cwd }),
  });
  const code = await runCli(args, io);
  return { code, out: textOf(io.outLines), err: textOf(io.errLines) };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
