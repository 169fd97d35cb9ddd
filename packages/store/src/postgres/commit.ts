import {
  allowsFence,
  type Commit,
  CommitRefused,
  type CommitResult,
  epochMs,
  isSpoken,
  prepareCommit,
  unknownId,
} from '@rolecall/journal';
import { giveBack, raiseCounter } from './counters.ts';
import { appendEntries, rebuildLock } from './entries.ts';
import { consume, giveUp, holdItems } from './inbox.ts';
import { reserve } from './ledger.ts';
import { type PostgresOrganisation, type Scope, writing } from './organisation.ts';
import { send } from './outbox.ts';
import { tables } from './query.ts';
import { changeTimer } from './timers.ts';

/** `StorePorts.commit`: one transaction. */
export async function commitToPostgres(organisation: PostgresOrganisation, unprepared: Commit): Promise<CommitResult> {
  const commit = prepareCommit(unprepared, organisation.redact);
  try {
    return await writing(organisation, commit.durability ?? 'process', (scope) => write(organisation, scope, commit));
  } catch (error) {
    if (error instanceof CommitRefused) return error.result;
    throw error;
  }
}

async function write(organisation: PostgresOrganisation, scope: Scope, commit: Commit): Promise<CommitResult> {
  const { conversation, at } = commit;
  const { transaction } = scope;
  // All that has to be waited for is asked for at once; what the answers say is looked at afterwards.
  transaction.share(rebuildLock(scope.organisation));
  const asked = readHead(scope, conversation);
  transaction.lock(locksOf(scope.organisation, commit));
  const [head, waiting] = await Promise.all([asked, holdItems(scope, conversation, commit.consume ?? [])]);
  if (!head) throw unknownId('conversation', conversation);
  if (head.key === null || !allowsFence(leaseRowOf(head), commit.fence, at))
    throw new CommitRefused({ status: 'fence_lost' });
  if (head.sequence !== commit.expectedSequence)
    throw new CommitRefused({ status: 'sequence_moved', sequence: head.sequence });

  for (const reservation of commit.reserve ?? []) await reserve(scope, reservation, at);
  for (const { counter, operation } of commit.giveBack ?? []) giveBack(scope, counter, operation);
  for (const raise of commit.raise ?? []) await raiseCounter(scope, raise, epochMs(at));
  await consume(scope, conversation, commit.consume ?? [], waiting);
  for (const { item, error } of commit.setAside ?? []) await giveUp(scope, conversation, item, error, at);
  await appendEntries(scope, { id: head.contact, key: head.key }, commit.entries, organisation.projections);
  const sequence = commit.expectedSequence + commit.entries.length;
  send(scope, commit, sequence, head.key);
  for (const change of commit.timers ?? []) changeTimer(scope, conversation, change);
  // What is sent counts as activity; what the runtime only writes down does not keep a conversation open.
  const sent = isSpoken(commit.outbox);
  const last_activity_at = sent ? Math.max(head.lastActivityAt, epochMs(at)) : head.lastActivityAt;
  transaction.send(
    tables
      .updateTable('conversations')
      .set({ sequence, last_activity_at })
      .where('organisation', '=', scope.organisation)
      .where('id', '=', conversation),
  );
  return { status: 'committed', sequence };
}

/** All that a commit is checked against. The row stays held, so that nobody changes lease or sequence meanwhile. */
export async function readHead({ organisation, transaction }: Scope, conversation: string) {
  // The lease is looked at once the row is held, and not in the same statement: that would see what stood when it began to wait.
  const held = transaction.get(
    tables
      .selectFrom('conversations')
      .select(['contact', 'sequence', 'last_activity_at as lastActivityAt'])
      .where('organisation', '=', organisation)
      .where('id', '=', conversation)
      .forUpdate(),
  );
  const right = transaction.get(
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
      .select(['contact_keys.key', 'leases.holder', 'leases.fence', 'leases.expires_at as expiresAt'])
      .where('conversations.organisation', '=', organisation)
      .where('conversations.id', '=', conversation),
  );
  const [row, rest] = await Promise.all([held, right]);
  return row && rest && { ...row, ...rest };
}

/** Whoever wants the same ledger key or counts the same counter waits, and then sees what became of it. */
function locksOf(organisation: string, { reserve, raise, giveBack }: Commit): string[] {
  return [
    ...(reserve ?? []).map(({ base, intent }) => ['ledger', organisation, base, intent]),
    ...[...(raise ?? []), ...(giveBack ?? [])].map(({ counter }) => ['counter', organisation, counter]),
  ].map((name) => JSON.stringify(name));
}

export function leaseRowOf(head: {
  readonly holder: string | null;
  readonly fence: number | null;
  readonly expiresAt: number | null;
}) {
  if (head.fence === null || head.expiresAt === null) return undefined;
  return { holder: head.holder, fence: head.fence, expiresAt: head.expiresAt };
}
