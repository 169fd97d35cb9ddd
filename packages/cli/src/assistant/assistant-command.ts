import { RolecallError } from '@rolecall/base';
import type { openAssistant } from '@rolecall/host';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { readMessage } from '../read-message.ts';
import { answerOnce } from './answer-once.ts';
import { ASSISTANT_TEXTS } from './assistant-texts.ts';
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
  readonly search?: string | undefined;
  readonly allowWeb?: boolean | undefined;
  readonly allowCode?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** What every way of talking begins with. */
export interface AssistantSetting
  extends Pick<
    Parameters<typeof openAssistant>[0],
    'environment' | 'cwd' | 'language' | 'pack' | 'folders' | 'model' | 'workspace' | 'session' | 'tools'
  > {
  /** Writes are agreed to beforehand. */
  readonly isYes: boolean;
}

/** `rolecall chat --pack`: an assistant for the files of a folder. */
export async function assistantCommand(context: CommandContext, options: AssistantCommandOptions): Promise<ExitCode> {
  const { io, language } = context;
  const [folder = '.', ...more] = options.dir ?? [];
  if (options.new && options.session !== undefined)
    throw new RolecallError({
      code: 'options_conflict',
      message: { en: '--new and --session exclude each other.', zh: '--new 和 --session 不能同时使用。' },
    });
  const setting: AssistantSetting = {
    environment: io.env,
    cwd: io.cwd,
    language,
    pack: options.pack,
    folders: [folder, ...more],
    model: options.model,
    workspace: options.workspace,
    session: options.new ? 'new' : options.session === undefined ? 'last' : { id: options.session },
    tools: { search: options.search, allowWeb: options.allowWeb, allowCode: options.allowCode },
    isYes: options.yes === true,
  };
  const isJson = options.json === true;
  if (options.prompt === undefined && isJson) return talkInJson(context, setting);
  if (options.prompt === undefined && io.isTerminal) return talkInTerminal(context, setting);
  // Nobody sits there: all of the input is one message, as with -p.
  const prompt = typeof options.prompt === 'string' ? options.prompt : await readMessage(context);
  if (prompt.trim() !== '') return answerOnce(context, setting, { prompt, isJson });
  io.err(ASSISTANT_TEXTS[language].nothingToSend);
  return EXIT.usage;
}
