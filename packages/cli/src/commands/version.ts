import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { packageVersion } from '../package-version.ts';

/** `rolecall version`. */
export async function version({ io }: CommandContext): Promise<ExitCode> {
  io.out(`rolecall ${packageVersion()} (node ${process.versions.node})`);
  return EXIT.fine;
}
