import { runPackCommand } from '@rolecall/rolepack/cli';
import type { CommandContext } from '../command-context.ts';
import type { ExitCode } from '../io.ts';

/** `rolecall pack …`: handed on as it is. */
export async function pack({ io, language }: CommandContext, argv: readonly string[]): Promise<ExitCode> {
  return runPackCommand(argv, {
    stdout: { write: (text) => io.out(withoutLineEnd(text)) },
    stderr: { write: (text) => io.err(withoutLineEnd(text)) },
    stdin: { isTTY: io.isTerminal },
    cwd: io.cwd,
    language,
  });
}

/** The pack command writes whole lines; our own io ends them. */
function withoutLineEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
