import { type OperatorsDesk, openWorkspace } from '@rolecall/host';
import { type CommandContext, workspaceDir } from '../command-context.ts';
import { deskLines } from '../desk/desk-lines.ts';
import { DESK_TEXTS } from '../desk/desk-texts.ts';
import { EXIT, type ExitCode } from '../io.ts';

export interface DeskOptions {
  readonly workspace: string;
  readonly json?: boolean | undefined;
}

/** An act and who acts. */
export interface DeskActOptions extends DeskOptions {
  readonly as: string;
  readonly note?: string | undefined;
  readonly reason?: string | undefined;
}

/** `rolecall desk list`: what waits for a person; nothing is started. */
export async function deskList(
  context: CommandContext,
  { workspace: folder, json, done }: DeskOptions & { readonly done?: boolean | undefined },
): Promise<ExitCode> {
  const { io, language } = context;
  const workspace = await openWorkspace(workspaceDir(context, folder), { work: false, environment: io.env });
  try {
    const items = workspace.redactor.redact(await workspace.desk.list({ done }));
    if (items.length === 0 && !json) io.out(DESK_TEXTS[language].nothing);
    for (const item of items) {
      if (json) io.out(JSON.stringify(item));
      else for (const line of deskLines(context, item)) io.out(line);
    }
    return EXIT.fine;
  } finally {
    await workspace.close();
  }
}

/** `rolecall desk take <conversation>` */
export async function deskTake(context: CommandContext, conversation: string, options: DeskActOptions) {
  return act(context, options, 'take', (desk, person) => desk.takeOver({ conversation, person }));
}

/** `rolecall desk say <conversation> <text>` */
export async function deskSay(context: CommandContext, conversation: string, text: string, options: DeskActOptions) {
  return act(context, options, 'say', (desk, person) => desk.write({ conversation, person, text }));
}

/** `rolecall desk back <conversation>` */
export async function deskBack(context: CommandContext, conversation: string, options: DeskActOptions) {
  const { note } = options;
  return act(context, options, 'back', (desk, person) => desk.handBack({ conversation, person, note }));
}

/** `rolecall desk approve <operation>` */
export async function deskApprove(context: CommandContext, operation: string, options: DeskActOptions) {
  const { reason } = options;
  return act(context, options, 'approve', (desk, person) =>
    desk.approve({ operation, verdict: 'approve', person, reason }),
  );
}

/** `rolecall desk refuse <operation>` */
export async function deskRefuse(context: CommandContext, operation: string, options: DeskActOptions) {
  const { reason } = options;
  return act(context, options, 'refuse', (desk, person) =>
    desk.approve({ operation, verdict: 'refuse', person, reason }),
  );
}

/** `rolecall desk settle <operation> <outcome>` */
export async function deskSettle(
  context: CommandContext,
  operation: string,
  outcome: 'succeeded' | 'failed',
  options: DeskActOptions,
) {
  const reason = options.reason ?? '';
  return act(context, options, 'settle', (desk, person) => desk.settle({ operation, outcome, person, reason }));
}

/** `rolecall desk done <operation>` */
export async function deskDone(context: CommandContext, operation: string, options: DeskActOptions) {
  const { note } = options;
  return act(context, options, 'done', (desk, person) => desk.followUpDone({ operation, person, note }));
}

/** How long a process that holds the conversation may take. */
const TIMEOUT_MS = 60_000;

/**
 * Puts the act before the conversation and waits until it is done. Beside a running server it opens the same workspace;
 * whichever process holds the conversation's lease does it.
 */
async function act(
  context: CommandContext,
  { workspace: folder, as, json }: DeskActOptions,
  name: 'take' | 'say' | 'back' | 'approve' | 'refuse' | 'settle' | 'done',
  perform: (desk: OperatorsDesk, person: string) => ReturnType<OperatorsDesk['takeOver']>,
): Promise<ExitCode> {
  const { io, language } = context;
  const workspace = await openWorkspace(workspaceDir(context, folder), { environment: io.env, log: io.err, language });
  try {
    const accepted = await perform(workspace.desk, as);
    if (accepted.status !== 'conflict') await workspace.handled(accepted.conversation, accepted.item, TIMEOUT_MS);
    if (json) io.out(JSON.stringify(accepted));
    else io.out(DESK_TEXTS[language].accepted(`rolecall desk ${name}`));
    return EXIT.fine;
  } finally {
    await workspace.close();
  }
}
