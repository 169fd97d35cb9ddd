import { type Clock, RolecallError, timestampOf } from '@rolecall/base';
import type { Commit, CommitAnswer, CommitDraft, CommitResult, Writing } from './commit.ts';
import { APART, type EntryDraft, type JournalEntry } from './entry.ts';
import type { Lease, StorePorts } from './ports.ts';

/** What a round's entries have in common. */
export interface DriveContext {
  readonly store: Pick<StorePorts, 'commit'>;
  readonly lease: Lease;
  /** Sequence of the last entry the round has folded. */
  readonly sequence: number;
  readonly round?: string | undefined;
  readonly release?: string | undefined;
  readonly engine: string;
  readonly clock: Clock;
  readonly causedBy?: string | undefined;
}

/** The round was dropped: another process holds the conversation, or has written to it. Whoever holds it goes on. */
export class RoundDropped extends RolecallError {
  constructor(reason: 'sequence_moved' | 'fence_lost', conversation: string) {
    super({
      code: reason,
      message:
        reason === 'fence_lost'
          ? {
              en: `The round was dropped: the lease was lost (${conversation}).`,
              zh: `轮次已放弃：租约丢失（${conversation}）。`,
            }
          : {
              en: `The round was dropped: the journal moved on (${conversation}).`,
              zh: `轮次已放弃：运行记录已经前进（${conversation}）。`,
            },
      hint: {
        en: 'Nothing of the refused commit was written. The holder of the lease folds the journal and goes on.',
        zh: '被拒绝的提交没有写入任何内容。持有租约的一方会重新读取运行记录，然后继续。',
      },
    });
    this.name = 'RoundDropped';
  }
}

/**
 * Performs what a round yields, one commit after the other, and answers what became of each. The only caller of
 * `commit`. A key that is taken and a limit that is reached go back into the round; a lost lease or a moved sequence
 * ends it with `RoundDropped`, and a store that fails ends it with the store's error. Also then the round's `finally`
 * blocks run; one that yields is left at its `yield`, for nothing can be written any more.
 */
export async function drive<Result>(
  writing: Writing<Result>,
  context: DriveContext,
): Promise<{ readonly result: Result; readonly sequence: number }> {
  let sequence = context.sequence;
  let step = await writing.next();
  while (!step.done) {
    const answer = await perform(step.value, sequence, context).catch((error: unknown) => abandon(writing, error));
    if (answer.status === 'committed') sequence = answer.sequence;
    step = await writing.next(answer);
  }
  return { result: step.value, sequence };
}

async function perform(draft: CommitDraft, sequence: number, context: DriveContext): Promise<CommitAnswer> {
  const commit = completeCommit(draft, sequence, context);
  const outcome: CommitResult = await context.store.commit(commit);
  switch (outcome.status) {
    case 'committed':
      return { status: 'committed', entries: commit.entries.map(withoutPersonal), sequence: outcome.sequence };
    case 'key_taken':
    case 'limit_reached':
      return outcome;
    case 'sequence_moved':
    case 'fence_lost':
      throw new RoundDropped(outcome.status, context.lease.conversation);
    default:
      return outcome satisfies never;
  }
}

/** Ends a round that cannot go on. A `finally` block that fails too does not hide why it ended. */
async function abandon<Result>(writing: Writing<Result>, reason: unknown): Promise<never> {
  try {
    let step = await writing.return(undefined as never);
    while (!step.done) step = await writing.return(undefined as never);
  } catch (failure) {
    if (reason instanceof Error && reason.cause === undefined) reason.cause = failure;
    else process.emitWarning(new Error('A round that was ended could not clean up.', { cause: failure }));
  }
  throw reason;
}

function completeCommit(draft: CommitDraft, sequence: number, context: DriveContext): Commit {
  const at = timestampOf(context.clock);
  const { entries, ...rest } = draft;
  return {
    ...rest,
    conversation: context.lease.conversation,
    expectedSequence: sequence,
    fence: context.lease.fence,
    at,
    entries: entries.map((entry, index) => completeEntry(entry, sequence + 1 + index, at, context)),
  };
}

function completeEntry(
  draft: EntryDraft,
  sequence: number,
  at: string,
  context: DriveContext,
): Commit['entries'][number] {
  return {
    ...draft,
    conversation: context.lease.conversation,
    sequence,
    at,
    round: context.round,
    causedBy: draft.causedBy ?? context.causedBy,
    release: context.release,
    engine: context.engine,
  };
}

/** The entry as a later fold reads it: which fields are kept apart is the store's concern. */
function withoutPersonal(entry: Commit['entries'][number]): JournalEntry {
  const { personal: _, apart = [], ...plain } = entry;
  if (apart.length === 0) return plain;
  const fields = Object.entries(plain.data).map(([field, value]) => [field, apart.includes(field) ? APART : value]);
  return { ...plain, data: Object.fromEntries(fields) };
}
