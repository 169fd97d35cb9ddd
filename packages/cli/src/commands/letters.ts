import { type Letter, openWorkspace, type Workspace } from '@rolecall/host';
import { type CommandContext, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';

export interface LettersOptions {
  readonly workspace: string;
  readonly json?: boolean | undefined;
}

/** `rolecall letters list`: what could not be handled or delivered. */
export function lettersList(context: CommandContext, options: LettersOptions): Promise<ExitCode> {
  return withWorkspace(context, options, async (workspace) => {
    const { io, texts } = context;
    const letters = await workspace.letters.list();
    if (letters.length === 0 && !options.json) io.out(texts.letters.none);
    for (const letter of letters) {
      const shown = workspace.redactor.redact(letter);
      if (options.json) io.out(JSON.stringify(shown));
      else for (const line of letterLines(context, shown)) io.out(line);
    }
  });
}

/** `rolecall letters show <id>`: one of them, with what stands in it. */
export function lettersShow(context: CommandContext, id: string, options: LettersOptions): Promise<ExitCode> {
  return withWorkspace(context, options, async (workspace) => {
    const letter = workspace.redactor.redact(await workspace.letters.show(id));
    if (options.json) return context.io.out(JSON.stringify(letter));
    for (const line of letterLines(context, letter)) context.io.out(line);
    context.io.out(JSON.stringify(letter.content, null, 2));
  });
}

/** `rolecall letters retry <id>`: tries it again; a server that runs on the workspace takes it up. */
export function lettersRetry(context: CommandContext, id: string, options: LettersOptions): Promise<ExitCode> {
  return withWorkspace(context, options, async (workspace) => {
    await workspace.letters.retry(id);
    told(context, options, id, 'retry');
  });
}

/** `rolecall letters drop <id>`: gives it up. */
export function lettersDrop(context: CommandContext, id: string, options: LettersOptions): Promise<ExitCode> {
  return withWorkspace(context, options, async (workspace) => {
    await workspace.letters.drop(id);
    told(context, options, id, 'drop');
  });
}

/** As one who takes in and wakes others: what is tried again is taken up by whoever works the workspace. */
async function withWorkspace(
  context: CommandContext,
  options: LettersOptions,
  work: (workspace: Workspace) => Promise<void>,
): Promise<ExitCode> {
  const dir = workspaceDir(context, options.workspace);
  const workspace = await openWorkspace(dir, { role: 'api', environment: context.io.env, log: context.io.err });
  try {
    await work(workspace);
    return EXIT.fine;
  } finally {
    await workspace.close();
  }
}

function letterLines({ texts }: CommandContext, letter: Letter): readonly string[] {
  const { kinds, states, attempts } = texts.letters;
  const head = [letter.id, kinds[letter.kind], letter.what, states[letter.state], attempts(letter.attempts), letter.at];
  return [head.join('  '), `  ${letter.conversation}  ${letter.lastError}`];
}

function told({ io, texts }: CommandContext, { json }: LettersOptions, id: string, verdict: 'retry' | 'drop'): void {
  io.out(json ? JSON.stringify({ id, verdict }) : texts.letters.decided[verdict](id));
}
