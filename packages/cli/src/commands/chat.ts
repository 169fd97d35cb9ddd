import { openWorkspace } from '@rolecall/host';
import { type Command, CommanderError } from 'commander';
import type { AssistantCommandOptions } from '../assistant/assistant-command.ts';
import { sayOnce } from '../chat/say-once.ts';
import { talk } from '../chat/talk.ts';
import { type CommandContext, chooseEmployee, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { readMessage } from '../read-message.ts';

export interface ChatOptions extends Omit<AssistantCommandOptions, 'workspace'> {
  readonly workspace: string;
  readonly employee?: string | undefined;
  /** Needed unless an assistant is meant. */
  readonly contact?: string | undefined;
  /** Seconds. */
  readonly timeout: number;
}

/**
 * `rolecall chat`: a conversation on the command line; with `-p` one message and its reply. Beside a running server it
 * opens the same workspace; whichever process holds the conversation's lease answers.
 */
export async function chat(context: CommandContext, options: ChatOptions, command: Command): Promise<ExitCode> {
  const isAssistant = [options.pack, options.dir, options.search, options.allowWeb, options.allowCode];
  if (isAssistant.some((option) => option !== undefined)) {
    const { assistantCommand } = await import('../assistant/assistant-command.ts');
    const isNamed = command.getOptionValueSource('workspace') === 'cli';
    return assistantCommand(context, { ...options, workspace: isNamed ? options.workspace : undefined });
  }
  return chatWithEmployee(context, options);
}

async function chatWithEmployee(context: CommandContext, options: ChatOptions): Promise<ExitCode> {
  const { contact: externalId } = options;
  if (externalId === undefined) throw contactMissing();
  const { io, language } = context;
  const dir = workspaceDir(context, options.workspace);
  const workspace = await openWorkspace(dir, { environment: io.env, log: io.err, language });
  try {
    const employee = chooseEmployee(workspace, options.employee);
    // Who sits at the command line of a business is trusted to say who the customer is.
    const contact = await workspace.contact({ externalId, level: 'verified' });
    const dialogue = {
      key: { contact: contact.id, employee: employee.id, channel: 'cli' },
      timeoutMs: options.timeout * 1_000,
      stopping: io.stopping,
      json: options.json ?? false,
    };
    const prompt = options.prompt === true ? await readMessage(context) : options.prompt;
    if (prompt === undefined) await talk(context, workspace, { ...dialogue, employee });
    else await sayOnce(context, workspace, { ...dialogue, prompt });
    return EXIT.fine;
  } finally {
    await workspace.close();
  }
}

/** Told as commander tells of an option that is always needed. */
function contactMissing(): CommanderError {
  const message = "error: required option '-c, --contact <id>' not specified";
  return new CommanderError(1, 'commander.missingMandatoryOptionValue', message);
}
