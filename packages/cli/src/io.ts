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
  // Whoever reads our output may stop reading it.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.fine);
    throw error;
  });
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
