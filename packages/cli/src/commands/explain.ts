import type { JsonObject } from '@rolecall/base';
import { openWorkspace } from '@rolecall/host';
import { type CommandContext, chooseEmployee, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { explanationLines } from '../print/explanation.ts';

export interface ExplainOptions {
  readonly workspace: string;
  readonly employee?: string | undefined;
  /** Arguments of a call. */
  readonly args?: JsonObject | undefined;
  readonly json?: boolean | undefined;
}

/** `rolecall explain <capability>`: its five boundaries for one employee, with asset and line. Nothing is called. */
export async function explain(context: CommandContext, capability: string, options: ExplainOptions): Promise<ExitCode> {
  const { io, language } = context;
  const workspace = await openWorkspace(workspaceDir(context, options.workspace), { work: false, environment: io.env });
  try {
    const employee = chooseEmployee(workspace, options.employee);
    const explanation = await workspace.explain(capability, employee.id, language, options.args);
    if (options.json) io.out(JSON.stringify(explanation));
    else for (const line of explanationLines(explanation, language)) io.out(line);
    return EXIT.fine;
  } finally {
    await workspace.close();
  }
}
