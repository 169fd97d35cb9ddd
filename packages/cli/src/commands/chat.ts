import { openWorkspace } from '@rolecall/host';
import { sayOnce } from '../chat/say-once.ts';
import { talk } from '../chat/talk.ts';
import { type CommandContext, chooseEmployee, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';

export interface ChatOptions {
  readonly workspace: string;
  readonly employee?: string | undefined;
  readonly contact: string;
  readonly prompt?: string | undefined;
  /** Seconds. */
  readonly timeout: number;
  readonly json?: boolean | undefined;
}

/**
 * `rolecall chat`: a conversation on the command line; with `-p` one message and its reply. Beside a running server it
 * opens the same workspace; whichever process holds the conversation's lease answers.
 */
export async function chat(context: CommandContext, options: ChatOptions): Promise<ExitCode> {
  const { io } = context;
  const dir = workspaceDir(context, options.workspace);
  const workspace = await openWorkspace(dir, { environment: io.env, log: io.err });
  try {
    const employee = chooseEmployee(context, workspace, options.employee);
    // Who sits at the command line of a business is trusted to say who the customer is.
    const contact = await workspace.contact({ externalId: options.contact, level: 'verified' });
    const dialogue = {
      key: { contact: contact.id, employee: employee.id, channel: 'cli' },
      timeoutMs: options.timeout * 1_000,
      stopping: io.stopping,
      json: options.json ?? false,
    };
    if (options.prompt === undefined) await talk(context, workspace, { ...dialogue, employee });
    else await sayOnce(context, workspace, { ...dialogue, prompt: options.prompt });
    return EXIT.fine;
  } finally {
    await workspace.close();
  }
}
