import type { Commit, CommitResult, CounterRaise, LedgerReservation, OutboxDraft, TimerChange } from '../../commit.ts';
import { answerRefusal, CommitRefused } from '../../commit-refused.ts';
import { epochMs, isoTime } from '../../epoch.ts';
import { isSpoken } from '../../inbox-rules.ts';
import { jsonText } from '../../json-text.ts';
import { keptText, outboxPlace } from '../../kept-text.ts';
import { allowsFence } from '../../lease-rules.ts';
import type { ConversationRecord } from '../../ports.ts';
import { prepareCommit } from '../../prepare-commit.ts';
import { consumedTwice, unknownId } from '../../store-error.ts';
import { appendEntry } from './entries.ts';
import { keyOfConversation } from './inbox.ts';
import { putDelivery, setAsideIn } from './letters.ts';
import type { MemoryOrganisation } from './organisation.ts';

/** `StorePorts.commit` in memory. */
export function commitInMemory(organisation: MemoryOrganisation, unprepared: Commit): CommitResult {
  const commit = prepareCommit(unprepared, organisation.redact);
  return answerRefusal(() => organisation.undo.transaction(() => write(organisation, commit)));
}

function write(organisation: MemoryOrganisation, commit: Commit): CommitResult {
  const conversation = organisation.conversations.get(commit.conversation);
  if (!conversation) throw unknownId('conversation', commit.conversation);
  const isDeleted = organisation.contacts.get(conversation.contact) === undefined;
  if (isDeleted || !allowsFence(organisation.leases.get(commit.conversation), commit.fence, commit.at))
    throw new CommitRefused({ status: 'fence_lost' });
  if (conversation.sequence !== commit.expectedSequence)
    throw new CommitRefused({ status: 'sequence_moved', sequence: conversation.sequence });

  for (const reservation of commit.reserve ?? []) reserve(organisation, reservation, commit.at);
  for (const { counter, operation } of commit.giveBack ?? []) organisation.counters.delete(counter, operation);
  for (const raise of commit.raise ?? []) raiseCounter(organisation, raise, epochMs(commit.at));
  for (const item of commit.consume ?? []) consume(organisation, commit.conversation, item);
  for (const { item, error } of commit.setAside ?? [])
    setAsideIn(organisation, commit.conversation, item, error, commit.at);
  for (const entry of commit.entries) appendEntry(organisation, conversation.contact, entry);
  const sequence = commit.expectedSequence + commit.entries.length;
  for (const [index, draft] of (commit.outbox ?? []).entries()) send(organisation, commit, sequence, index, draft);
  for (const change of commit.timers ?? []) changeTimer(organisation, commit.conversation, change);
  organisation.conversations.put(movedOn(conversation, commit, sequence), conversation.id);
  return { status: 'committed', sequence };
}

function reserve(organisation: MemoryOrganisation, reservation: LedgerReservation, at: string): void {
  const { base, intent, operation, replaces } = reservation;
  const holder = organisation.ledger.get(base, intent);
  if (holder && holder.operation !== replaces) throw new CommitRefused({ status: 'key_taken', base, holder });
  organisation.ledger.put({ base, intent, operation, at }, base, intent);
}

function raiseCounter(organisation: MemoryOrganisation, raise: CounterRaise, at: number): void {
  const { counter, operation, amount = 1, max, withinMs } = raise;
  if (organisation.counters.get(counter, operation)) return;
  if (countedAfter(organisation, counter, at - withinMs) > max - amount)
    throw new CommitRefused({ status: 'limit_reached', counter });
  organisation.counters.put({ counter, operation, amount, at }, counter, operation);
}

/** The sum of what a counter was raised by after a time. */
export function countedAfter(organisation: MemoryOrganisation, counter: string, since: number): number {
  const counted = organisation.counters.where((row) => row.counter === counter && row.at > since);
  return counted.reduce((sum, { amount }) => sum + amount, 0);
}

function consume(organisation: MemoryOrganisation, conversation: string, id: string): void {
  const item = organisation.inbox.get(id);
  if (!item || item.conversation !== conversation) throw unknownId('inbox_item', id);
  if (item.consumed) throw consumedTwice(id);
  organisation.inbox.put({ ...item, consumed: true }, id);
}

function send(
  organisation: MemoryOrganisation,
  commit: Commit,
  sequence: number,
  index: number,
  draft: OutboxDraft,
): void {
  const { conversation, at } = commit;
  const text = jsonText(draft.data, `outbox[${index}].data`);
  const data = keptText(
    text,
    keyOfConversation(organisation, conversation) ?? '',
    outboxPlace({ conversation, sequence, index }),
  );
  organisation.outbox.put({ conversation, sequence, index, kind: draft.kind, data, at }, conversation, sequence, index);
  if (draft.to !== undefined) putDelivery(organisation, { conversation, sequence, index }, draft.to, at);
}

function changeTimer(organisation: MemoryOrganisation, conversation: string, change: TimerChange): void {
  if (change.op === 'clear') {
    organisation.timers.delete(conversation, change.id);
    return;
  }
  const data = jsonText(change.data, `timers[${change.id}].data`);
  const row = { id: change.id, conversation, dueAt: epochMs(change.dueAt), data };
  organisation.timers.put(row, conversation, change.id);
}

/** What is sent counts as activity; what the runtime only writes down does not keep a conversation open. */
function movedOn(conversation: ConversationRecord, commit: Commit, sequence: number): ConversationRecord {
  const last = epochMs(conversation.lastActivityAt);
  const lastActivityAt = isSpoken(commit.outbox)
    ? isoTime(Math.max(last, epochMs(commit.at)))
    : conversation.lastActivityAt;
  return { ...conversation, sequence, lastActivityAt };
}
