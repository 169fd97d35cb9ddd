import { inBoth, RolecallError } from '@rolecall/base';
import { openWorkspace, type Workspace } from '@rolecall/host';
import { type CommandContext, conversationUnknown, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { conversationLine } from '../print/conversation.ts';
import { roundLines } from '../print/round.ts';
import { isUnchanged, verifiedLines } from '../print/verified-lines.ts';
import { TEXTS } from '../texts.ts';

export interface TraceOptions {
  readonly workspace: string;
  readonly round?: string | undefined;
  readonly verify?: boolean | undefined;
  readonly limit: number;
  readonly json?: boolean | undefined;
}

/** `rolecall trace [conversation]`: which conversations there are, or what happened in one and why. */
export async function trace(
  context: CommandContext,
  conversation: string | undefined,
  options: TraceOptions,
): Promise<ExitCode> {
  const dir = workspaceDir(context, options.workspace);
  const workspace = await openWorkspace(dir, { work: false, environment: context.io.env });
  try {
    if (conversation === undefined) return await listConversations(context, workspace, options);
    if ((await workspace.store.conversation(conversation)) === undefined) {
      throw conversationUnknown();
    }
    if (options.verify) return await verifyDecisions(context, workspace, conversation, options);
    return await showRounds(context, workspace, conversation, options);
  } finally {
    await workspace.close();
  }
}

async function listConversations(
  { io, texts }: CommandContext,
  workspace: Workspace,
  { limit, json }: TraceOptions,
): Promise<ExitCode> {
  const conversations = await workspace.store.conversations({ limit });
  if (conversations.length === 0 && !json) io.out(texts.tracing.none);
  for (const conversation of conversations) {
    const contact = await workspace.store.contact(conversation.contact);
    io.out(json ? JSON.stringify(conversation) : conversationLine(conversation, contact));
  }
  return EXIT.fine;
}

async function showRounds(
  { io, language }: CommandContext,
  workspace: Workspace,
  conversation: string,
  { round, json }: TraceOptions,
): Promise<ExitCode> {
  const rounds = await workspace.trace(conversation, round);
  if (rounds.length === 0 && round !== undefined) {
    throw new RolecallError({ code: 'round_unknown', message: inBoth(TEXTS, ({ tracing }) => tracing.noRound) });
  }
  for (const traced of rounds) {
    if (json) io.out(JSON.stringify(workspace.redactor.redact(traced)));
    else for (const line of roundLines(workspace.redactor.redact(traced), language)) io.out(line);
  }
  return EXIT.fine;
}

async function verifyDecisions(
  { io, texts }: CommandContext,
  workspace: Workspace,
  conversation: string,
  { json }: TraceOptions,
): Promise<ExitCode> {
  const verified = await workspace.verify(conversation);
  if (json) io.out(JSON.stringify({ conversation, ...verified }));
  else {
    if (verified.different.length === 0) io.out(texts.tracing.verified(verified.decisions));
    for (const line of verifiedLines(verified, texts)) io.out(line);
  }
  return isUnchanged(verified) ? EXIT.fine : EXIT.failed;
}
