import { PassThrough } from 'node:stream';
import type { CliIo } from '../io.ts';

/** A command line in memory. */
export interface TestIo extends CliIo {
  readonly outLines: readonly string[];
  readonly errLines: readonly string[];
  stop(): void;
}

export function createTestIo(options: Partial<CliIo> & { readonly lines?: readonly string[] } = {}): TestIo {
  const { lines, ...given } = options;
  const outLines: string[] = [];
  const errLines: string[] = [];
  const stopping = new AbortController();
  const input = new PassThrough();
  if (lines !== undefined) input.end(lines.map((line) => `${line}\n`).join(''));
  return {
    out: (line) => void outLines.push(line),
    err: (line) => void errLines.push(line),
    input,
    output: new PassThrough().resume(),
    env: { LANG: 'C' },
    cwd: process.cwd(),
    isTerminal: false,
    stopping: stopping.signal,
    ...given,
    outLines,
    errLines,
    stop: () => stopping.abort(),
  };
}
