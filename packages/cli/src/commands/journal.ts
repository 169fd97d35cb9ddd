import { openWorkspace } from '@rolecall/host';
import { type CommandContext, conversationUnknown, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { isUnchanged, verifiedLines } from '../print/verified-lines.ts';

export interface JournalOptions {
  readonly workspace: string;
  readonly json?: boolean | undefined;
}

/**
 * `rolecall journal verify [conversation]`: makes every recorded decision again from its recorded inputs and its release;
 * of one conversation, or of all. Fails when one comes out differently, or when the record itself was changed.
 */
export async function journalVerify(
  context: CommandContext,
  conversation: string | undefined,
  { workspace: dir, json }: JournalOptions,
): Promise<ExitCode> {
  const { io, texts } = context;
  const workspace = await openWorkspace(workspaceDir(context, dir), { work: false, environment: io.env });
  try {
    if (conversation !== undefined && (await workspace.store.conversation(conversation)) === undefined) {
      throw conversationUnknown();
    }
    const all = conversation === undefined ? await workspace.store.conversations() : [{ id: conversation }];
    let decisions = 0;
    let isSame = true;
    for (const { id } of all) {
      const verified = await workspace.verify(id);
      decisions += verified.decisions;
      if (!isUnchanged(verified)) isSame = false;
      if (json) io.out(JSON.stringify({ conversation: id, ...verified }));
      else for (const line of verifiedLines(verified, texts)) io.out(`${id}: ${line}`);
    }
    if (!json && isSame) io.out(texts.tracing.verified(decisions));
    return isSame ? EXIT.fine : EXIT.failed;
  } finally {
    await workspace.close();
  }
}
