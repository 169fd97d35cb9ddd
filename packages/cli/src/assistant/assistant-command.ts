import { CommanderError } from 'commander';
import { openAssistant } from '@rolecall/host';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { answerOnce } from './answer-once.ts';
import { talkInJson } from './talk-in-json.ts';
import { talkInTerminal } from './talk-in-terminal.ts';

export interface AssistantCommandOptions {
  readonly pack?: string | undefined;
  readonly dir?: readonly string[] | undefined;
  readonly model?: string | undefined;
  /** Given only when somebody named it. */
  readonly workspace?: string | undefined;
  readonly prompt?: string | true | undefined;
  readonly new?: boolean | undefined;
  readonly session?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** What every way of talking begins with. */
export interface AssistantSetting extends Pick<Parameters<typeof openAssistant>[0], 'environment' | 'cwd' | 'language' | 'pack' | 'folders' | 'model' | 'workspace' | 'session'> {
  /** Writes are agreed to beforehand. */
  readonly isYes: boolean;
}

/** `rolecall chat --pack`: an assistant for the files of a folder. */
export async function assistantCommand(context: CommandContext, options: AssistantCommandOptions): Promise<ExitCode> {
  const { io, language } = context;
  const [folder = '.', ...more] = options.dir ?? [];
  if (options.new && options.session !== undefined) throw new CommanderError(1, 'commander.conflictingOption', '--new --session');
  const setting: AssistantSetting = {
    environment: io.env,
    cwd: io.cwd,
    language,
    pack: options.pack,
    folders: [folder, ...more],
    model: options.model,
    workspace: options.workspace,
    session: options.new ? 'new' : options.session === undefined ? 'last' : { id: options.session },
    isYes: options.yes === true,
  };
  if (options.prompt !== undefined) {
    const prompt = options.prompt === true ? await readAll(io.input) : options.prompt;
    return answerOnce(context, setting, { prompt, isJson: options.json === true });
  }
  if (options.json) return talkInJson(context, setting);
  if (io.isTerminal) return talkInTerminal(context, setting);
  // Nobody sits there: all of the input is one message, as with -p.
  const prompt = await readAll(io.input);
  return prompt.trim() === '' ? EXIT.usage : answerOnce(context, setting, { prompt, isJson: false });
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8').trimEnd();
}
