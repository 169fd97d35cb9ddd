import { inBoth, RolecallError } from '@rolecall/base';
import { openWorkspace, type Workspace } from '@rolecall/host';
import type { JournalEntry } from '@rolecall/journal';
import { type CommandContext, conversationUnknown, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { isUnchanged, verifiedLines } from '../print/verified-lines.ts';
import { TEXTS } from '../texts.ts';

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

/**
 * `rolecall journal show <conversation> <number>`: one entry whole, with the values that are kept apart from it because they
 * are too large, such as the answer of a system. Of a contact that was deleted, personal values stand as `{ "$deleted": true }`.
 */
export async function journalShow(
  context: CommandContext,
  conversation: string,
  sequence: number,
  { workspace: dir, json }: JournalOptions,
): Promise<ExitCode> {
  const { io } = context;
  const workspace = await openWorkspace(workspaceDir(context, dir), { work: false, environment: io.env });
  try {
    if ((await workspace.store.conversation(conversation)) === undefined) throw conversationUnknown();
    const [entry] = await workspace.store.entries(conversation, sequence - 1, 1);
    if (entry?.sequence !== sequence) throw entryUnknown();
    const whole = workspace.redactor.redact(await withApart(entry, workspace));
    io.out(JSON.stringify(whole, null, json ? undefined : 2));
    return EXIT.fine;
  } finally {
    await workspace.close();
  }
}

/** What is gone, with its contact or because it was to be kept only so long, stands as every other personal value that is. */
async function withApart(entry: JournalEntry, { store }: Workspace): Promise<JournalEntry> {
  const data = { ...entry.data };
  for (const { field, apart } of entry.evidence ?? []) {
    if (apart) data[field] = (await store.readApart(entry.conversation, entry.sequence, field)) ?? { $deleted: true };
  }
  return { ...entry, data };
}

function entryUnknown(): RolecallError {
  return new RolecallError({
    code: 'entry_unknown',
    message: inBoth(TEXTS, ({ tracing }) => tracing.noEntry),
    hint: inBoth(TEXTS, ({ tracing }) => tracing.entriesHint),
  });
}
