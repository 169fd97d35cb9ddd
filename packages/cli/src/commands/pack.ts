import type { CommandContext } from '../command-context.ts';
import { type CliIo, EXIT, type ExitCode } from '../io.ts';

/** What `@rolecall/rolepack/cli` offers: the whole of `rolecall pack`, usable without the rest of Rolecall. */
interface PackCli {
  readonly runPackCommand: (argv: readonly string[], io: CliIo) => Promise<number>;
}

/** `rolecall pack …`: handed on as it is. */
export async function pack({ io, texts, language }: CommandContext, argv: readonly string[]): Promise<ExitCode> {
  const cli = await loadPackCli();
  if (cli === undefined) {
    io.err(texts.packMissing);
    return EXIT.usage;
  }
  const code = await cli.runPackCommand(argv, {
    ...io,
    env: { ...io.env, LC_ALL: language === 'zh' ? 'zh_CN.UTF-8' : 'C' },
  });
  return code === EXIT.fine || code === EXIT.failed ? code : EXIT.usage;
}

/** Undefined where this installation has no such part; anything that is wrong inside of it is thrown. */
async function loadPackCli(): Promise<PackCli | undefined> {
  try {
    // Not known to the compiler: it is found when the command runs, or not.
    return (await import('@rolecall/rolepack/cli' as string)) as PackCli;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && message.startsWith("Cannot find package '@rolecall/rolepack'");
    if (isMissing || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}
