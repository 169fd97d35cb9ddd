import { describeFinding, isFine } from '@rolecall/base';
import { loadDefinition } from '@rolecall/host';
import { type CommandContext, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { countBySeverity } from '../print/count-by-severity.ts';

export interface CheckOptions {
  readonly workspace: string;
  readonly json?: boolean | undefined;
  readonly strict?: boolean | undefined;
}

/** `rolecall check`: what loading and linking the files has to say. Opens no store and starts nothing. */
export async function check(context: CommandContext, options: CheckOptions): Promise<ExitCode> {
  const { io, texts } = context;
  const { findings } = await loadDefinition(workspaceDir(context, options.workspace));
  if (options.json) for (const finding of findings) io.out(JSON.stringify(finding));
  else {
    for (const finding of findings) io.out(describeFinding(finding));
    io.out(findings.length === 0 ? texts.checking.fine : texts.checking.sum(...countBySeverity(findings)));
  }
  return isFine(findings, options.strict) ? EXIT.fine : EXIT.failed;
}
