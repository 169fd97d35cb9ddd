import {
  allowsFence,
  answerRefusal,
  type Commit,
  CommitRefused,
  type CommitResult,
  epochMs,
  isSpoken,
  prepareCommit,
  unknownId,
} from '@rolecall/journal';
import { giveBack, raiseCounter } from './counters.ts';
import { appendEntries } from './entries.ts';
import { consume, giveUp } from './inbox.ts';
import { reserve } from './ledger.ts';
import type { SqliteOrganisation } from './organisation.ts';
import { send } from './outbox.ts';
import { query, tables } from './query.ts';
import { changeTimer } from './timers.ts';

/** All that a commit is checked against, in one read. */
export const selectHead = query((args: { organisation: string; conversation: string }) =>
  tables
    .selectFrom('conversations')
    .leftJoin('contact_keys', (join) =>
      join
        .onRef('contact_keys.organisation', '=', 'conversations.organisation')
        .onRef('contact_keys.contact', '=', 'conversations.contact'),
    )
    .leftJoin('leases', (join) =>
      join
        .onRef('leases.organisation', '=', 'conversations.organisation')
        .onRef('leases.conversation', '=', 'conversations.id'),
    )
    .select(['conversations.contact', 'conversations.sequence', 'conversations.last_activity_at as lastActivityAt'])
    .select(['contact_keys.key', 'leases.holder', 'leases.fence', 'leases.expires_at as expiresAt'])
    .where('conversations.organisation', '=', args.organisation)
    .where('conversations.id', '=', args.conversation),
);

const moveOn = query((args: { organisation: string; conversation: string; sequence: number; lastActivityAt: number }) =>
  tables
    .updateTable('conversations')
    .set({ sequence: args.sequence, last_activity_at: args.lastActivityAt })
    .where('organisation', '=', args.organisation)
    .where('id', '=', args.conversation),
);

/** `StorePorts.commit`: one synchronous transaction. */
export function commitToSqlite(organisation: SqliteOrganisation, unprepared: Commit): CommitResult {
  const commit = prepareCommit(unprepared, organisation.redact);
  const durability = commit.durability ?? 'process';
  return answerRefusal(() => organisation.connection.transaction(durability, () => write(organisation, commit)));
}

function write(organisation: SqliteOrganisation, commit: Commit): CommitResult {
  const { id, connection } = organisation;
  const { conversation, at } = commit;
  const head = connection.get(selectHead, { organisation: id, conversation });
  if (!head) throw unknownId('conversation', conversation);
  if (head.key === null || !allowsFence(leaseRowOf(head), commit.fence, at))
    throw new CommitRefused({ status: 'fence_lost' });
  if (head.sequence !== commit.expectedSequence)
    throw new CommitRefused({ status: 'sequence_moved', sequence: head.sequence });

  for (const reservation of commit.reserve ?? []) reserve(organisation, reservation, at);
  for (const { counter, operation } of commit.giveBack ?? []) giveBack(organisation, counter, operation);
  for (const raise of commit.raise ?? []) raiseCounter(organisation, raise, epochMs(at));
  for (const item of commit.consume ?? []) consume(organisation, conversation, item);
  for (const { item, error } of commit.setAside ?? []) giveUp(organisation, conversation, item, error, at);
  appendEntries(organisation, { id: head.contact, key: head.key }, commit.entries);
  const sequence = commit.expectedSequence + commit.entries.length;
  const sent = commit.outbox ?? [];
  for (const [index, draft] of sent.entries()) send(organisation, commit, sequence, index, draft, head.key);
  for (const change of commit.timers ?? []) changeTimer(organisation, conversation, change);
  // What is sent counts as activity; what the runtime only writes down does not keep a conversation open.
  const lastActivityAt = isSpoken(sent) ? Math.max(head.lastActivityAt, epochMs(at)) : head.lastActivityAt;
  connection.run(moveOn, { organisation: id, conversation, sequence, lastActivityAt });
  return { status: 'committed', sequence };
}

export function leaseRowOf(head: {
  readonly holder: string | null;
  readonly fence: number | null;
  readonly expiresAt: number | null;
}) {
  if (head.fence === null || head.expiresAt === null) return undefined;
  return { holder: head.holder, fence: head.fence, expiresAt: head.expiresAt };
}
