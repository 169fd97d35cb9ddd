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
import { consume, giveUp } from './inbox.ts';
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
  const head = await readHead(scope, conversation);
  if (!head) throw unknownId('conversation', conversation);
  if (head.key === null || !allowsFence(leaseRowOf(head), commit.fence, at))
    throw new CommitRefused({ status: 'fence_lost' });
  if (head.sequence !== commit.expectedSequence)
    throw new CommitRefused({ status: 'sequence_moved', sequence: head.sequence });

  await scope.transaction.lock(locksOf(scope.organisation, commit));
  for (const reservation of commit.reserve ?? []) await reserve(scope, reservation, at);
  for (const { counter, operation } of commit.giveBack ?? []) await giveBack(scope, counter, operation);
  for (const raise of commit.raise ?? []) await raiseCounter(scope, raise, epochMs(at));
  for (const item of commit.consume ?? []) await consume(scope, conversation, item);
  for (const { item, error } of commit.setAside ?? []) await giveUp(scope, conversation, item, error, at);
  await appendEntries(scope, { id: head.contact, key: head.key }, commit.entries, organisation.projections);
  const sequence = commit.expectedSequence + commit.entries.length;
  await send(scope, commit, sequence);
  for (const change of commit.timers ?? []) await changeTimer(scope, conversation, change);
  // What is sent counts as activity; what the runtime only writes down does not keep a conversation open.
  const sent = isSpoken(commit.outbox);
  const last_activity_at = sent ? Math.max(head.lastActivityAt, epochMs(at)) : head.lastActivityAt;
  await scope.transaction.run(
    tables
      .updateTable('conversations')
      .set({ sequence, last_activity_at })
      .where('organisation', '=', scope.organisation)
      .where('id', '=', conversation),
  );
  return { status: 'committed', sequence };
}

/** All that a commit is checked against. The row stays held, so that nobody changes lease or sequence meanwhile. */
async function readHead({ organisation, transaction }: Scope, conversation: string) {
  await transaction.raw('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [rebuildLock(organisation)]);
  return transaction.get(
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
      .where('conversations.organisation', '=', organisation)
      .where('conversations.id', '=', conversation)
      .forUpdate('conversations'),
  );
}

/** Whoever wants the same ledger key or counts the same counter waits, and then sees what became of it. */
function locksOf(organisation: string, { reserve, raise, giveBack }: Commit): string[] {
  return [
    ...(reserve ?? []).map(({ base, intent }) => ['ledger', organisation, base, intent]),
    ...[...(raise ?? []), ...(giveBack ?? [])].map(({ counter }) => ['counter', organisation, counter]),
  ].map((name) => JSON.stringify(name));
}

function leaseRowOf(head: {
  readonly holder: string | null;
  readonly fence: number | null;
  readonly expiresAt: number | null;
}) {
  if (head.fence === null || head.expiresAt === null) return undefined;
  return { holder: head.holder, fence: head.fence, expiresAt: head.expiresAt };
}
