import { isWriting } from '../recorder.ts';
import type { RoundTool, RoundToolCall, RoundToolResult } from '../round.ts';
import { runWriting } from './run-writing.ts';

/** What a tool answers; what it writes on its way is taken and forgotten. */
export async function toolAnswer(tool: RoundTool, call: RoundToolCall): Promise<RoundToolResult> {
  const run = tool.execute(call);
  return isWriting(run) ? (await runWriting(run)).result : await run;
}
