import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { RolecallError } from '@rolecall/base';
import { type CommandContext, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';

export interface ResetOptions {
  readonly workspace: string;
  readonly yes?: boolean | undefined;
}

/** `rolecall reset`: removes what a workspace has come to know, and leaves the files that people wrote. */
export async function reset(context: CommandContext, options: ResetOptions): Promise<ExitCode> {
  const { io, texts } = context;
  const dir = workspaceDir(context, options.workspace);
  if (!existsSync(join(dir, 'rolecall.yaml'))) {
    throw new RolecallError({
      code: 'workspace_not_found',
      message: { en: `There is no rolecall.yaml in ${dir}.`, zh: `${dir} 里没有 rolecall.yaml。` },
      hint: { en: 'Name a workspace folder with --workspace.', zh: '用 --workspace 写明工作区文件夹。' },
    });
  }
  const state = join(dir, '.rolecall');
  if (!existsSync(state)) {
    io.out(texts.resetting.nothing(state));
    return EXIT.fine;
  }
  if (!options.yes) {
    if (!io.isTerminal) {
      io.err(texts.resetting.needsYes);
      return EXIT.usage;
    }
    if (!(await isYes(context, texts.resetting.question(state)))) {
      io.out(texts.resetting.kept);
      return EXIT.fine;
    }
  }
  await rm(state, { recursive: true });
  io.out(texts.resetting.done(state));
  return EXIT.fine;
}

async function isYes({ io }: CommandContext, question: string): Promise<boolean> {
  const readline = createInterface({ input: io.input, output: io.output });
  try {
    const answer = await readline.question(question, { signal: io.stopping });
    return /^(y|yes|是|好)$/i.test(answer.trim());
  } catch (error) {
    if (io.stopping.aborted) return false;
    throw error;
  } finally {
    readline.close();
  }
}
