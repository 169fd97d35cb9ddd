import { inspect } from 'node:util';
import { environmentRedactor, RolecallError } from '@rolecall/base';
import { chooseLanguage } from './choose-language.ts';
import { describeProblem } from './describe-problem.ts';
import { TEXTS } from './texts.ts';

/** Where a command reads and writes. */
export interface CliIo {
  /** Takes one line of result for standard output. */
  readonly out: (line: string) => void;
  /** Takes one line for people, for standard error. */
  readonly err: (line: string) => void;
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative folders start here. */
  readonly cwd: string;
  /** Somebody sits in front of it: questions may be asked. */
  readonly isTerminal: boolean;
  /** Aborted by Ctrl-C or a request to stop. */
  readonly stopping: AbortSignal;
}

/** Fine; an error, or a warning with `--strict`; not used as it is meant to be. */
export const EXIT = { fine: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line of this process. The first request to stop is granted in order, the second at once. */
export function processIo(): CliIo {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(EXIT.failed);
      stopping.abort();
    });
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads our output may stop reading it.
    if (error.code === 'EPIPE') process.exit(EXIT.fine);
    const language = chooseLanguage(process.argv.slice(2), process.env);
    process.stderr.write(`${describeProblem(outputFailed(error), { texts: TEXTS[language], language })}\n`);
    process.exit(EXIT.failed);
  });
  // Node would print what was thrown with all that it holds.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${environmentRedactor(process.env).redact(inspect(error))}\n`);
    process.exit(EXIT.failed);
  });
  // Of that nobody can be told; the work goes on.
  process.stderr.on('error', () => undefined);
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    input: process.stdin,
    output: process.stdout,
    env: process.env,
    cwd: process.cwd(),
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    stopping: stopping.signal,
  };
}

function outputFailed(cause: NodeJS.ErrnoException): RolecallError {
  return new RolecallError({
    code: 'output_failed',
    message: {
      en: `Standard output cannot be written (${cause.code}).`,
      zh: `标准输出无法写入（${cause.code}）。`,
    },
    hint: {
      en: 'Look whether there is room where the output goes. The command may have done its work already.',
      zh: '检查输出的去处是否还有空间。命令的工作可能已经做完。',
    },
    cause,
  });
}
