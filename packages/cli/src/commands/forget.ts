import { inBoth, RolecallError, timestampOf } from '@rolecall/base';
import { openWorkspace } from '@rolecall/host';
import { type CommandContext, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { TEXTS } from '../texts.ts';

export interface ForgetOptions {
  readonly workspace: string;
  readonly yes?: boolean | undefined;
}

/** `rolecall forget <contact>`: deletes a contact with all that is known of it; what was decided stays, without its words. */
export async function forget(context: CommandContext, externalId: string, options: ForgetOptions): Promise<ExitCode> {
  const { io, texts } = context;
  if (!options.yes) {
    io.err(texts.forgetting.needsYes(externalId));
    return EXIT.usage;
  }
  const dir = workspaceDir(context, options.workspace);
  const workspace = await openWorkspace(dir, { work: false, environment: io.env, log: io.err });
  try {
    const contact = await workspace.store.contactByExternalId(externalId);
    if (contact === undefined)
      throw new RolecallError({
        code: 'contact_unknown',
        message: inBoth(TEXTS, ({ forgetting }) => forgetting.unknown(externalId)),
      });
    const deletion = await workspace.store.deleteContact(contact.id, timestampOf(workspace.clock));
    if (deletion.status === 'waiting') {
      const writes = deletion.rows.map((row) => row.key).join(', ');
      throw new RolecallError({
        code: 'contact_busy',
        message: inBoth(TEXTS, ({ forgetting }) => forgetting.waiting(writes)),
        hint: inBoth(TEXTS, ({ forgetting }) => forgetting.waitingHint),
      });
    }
    io.out(texts.forgetting.done(contact.id));
    return EXIT.fine;
  } finally {
    await workspace.close();
  }
}
