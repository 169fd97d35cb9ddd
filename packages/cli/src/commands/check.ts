import { describeFinding, type Finding, isFine, type Language } from '@rolecall/base';
import { acceptSystemAssets, loadDefinition } from '@rolecall/host';
import { type CommandContext, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { packageVersion } from '../package-version.ts';
import { countBySeverity } from '../print/count-by-severity.ts';
import { sarifLog } from '../print/sarif.ts';

export interface CheckOptions {
  readonly workspace: string;
  readonly json?: boolean | undefined;
  /** A SARIF log instead of lines. */
  readonly sarif?: boolean | undefined;
  readonly strict?: boolean | undefined;
  /** Agrees to the system assets of this engine first. */
  readonly acceptSystem?: boolean | undefined;
}

/** `rolecall check`: what loading and linking the files has to say. Opens no store and starts nothing. */
export async function check(context: CommandContext, options: CheckOptions): Promise<ExitCode> {
  const { io, texts, language } = context;
  const dir = workspaceDir(context, options.workspace);
  if (options.acceptSystem) await acceptSystemAssets(dir);
  const { findings } = await loadDefinition(dir);
  if (options.sarif) io.out(JSON.stringify(sarifLog(findings, packageVersion(), language), null, 2));
  else if (options.json) for (const finding of findings) io.out(JSON.stringify(inJson(finding, language)));
  else {
    for (const finding of findings) io.out(describeFinding(finding, language));
    io.out(findings.length === 0 ? texts.checking.fine : texts.checking.sum(...countBySeverity(findings)));
  }
  return isFine(findings, options.strict) ? EXIT.fine : EXIT.failed;
}

/** English for programs; what a Chinese reader sees stands beside it when Chinese was asked for. */
function inJson({ zh, ...finding }: Finding, language: Language): object {
  return language === 'zh' ? { ...finding, zh } : finding;
}
