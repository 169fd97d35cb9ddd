import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';

/** The whole of `rolecall pack`, usable without the rest of Rolecall. */
type PackCli = typeof import('@rolecall/rolepack/cli');

/** `rolecall pack …`: handed on as it is. */
export async function pack({ io, texts, language }: CommandContext, argv: readonly string[]): Promise<ExitCode> {
  const cli = await loadPackCli();
  if (cli === undefined) {
    io.err(texts.packMissing);
    return EXIT.usage;
  }
  return cli.runPackCommand(argv, {
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

/** Undefined where this installation has no such part; anything that is wrong inside of it is thrown. */
async function loadPackCli(): Promise<PackCli | undefined> {
  try {
    return await import('@rolecall/rolepack/cli');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && message.startsWith("Cannot find package '@rolecall/rolepack'");
    if (isMissing || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}
