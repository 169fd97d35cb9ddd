import { newId } from '@rolecall/base';
import { epochMs, isoTime } from '../../epoch.ts';
import {
  idempotencyHash,
  inboxContentHash,
  isFromCustomer,
  isSilent,
  type Party,
  timerItem,
} from '../../inbox-rules.ts';
import { jsonOf, jsonText } from '../../json-text.ts';
import type { Accepted, ConversationRecord, InboxDraft, InboxItem, TimerRecord } from '../../ports.ts';
import { unknownId } from '../../store-error.ts';
import type { InboxRow, MemoryOrganisation, TimerRow } from './organisation.ts';

/** `StorePorts.accept` in memory. */
export function acceptInMemory(organisation: MemoryOrganisation, unredacted: InboxDraft): Accepted {
  const at = isoTime(epochMs(unredacted.at));
  const draft = { ...unredacted, at, data: organisation.redacted(unredacted.data) };
  return organisation.undo.transaction(() => acceptItem(organisation, draft));
}

/** `StorePorts.claimTimer` in memory. */
export function claimInMemory(organisation: MemoryOrganisation, timer: TimerRecord, at: string): Accepted | undefined {
  return organisation.undo.transaction(() => {
    const present = organisation.timers.get(timer.conversation, timer.id);
    if (!present || present.dueAt !== epochMs(timer.dueAt) || present.dueAt > epochMs(at)) return undefined;
    organisation.timers.delete(timer.conversation, timer.id);
    return acceptItem(organisation, timerItem(timerOf(present), isoTime(epochMs(at))));
  });
}

/** A timer as the ports show it. */
export function timerOf(row: TimerRow): TimerRecord {
  return { id: row.id, conversation: row.conversation, dueAt: isoTime(row.dueAt), data: jsonOf(row.data) };
}

/** An inbox item as the ports show it. */
export function inboxItemOf(row: InboxRow): InboxItem {
  const { id, conversation, position, kind, data, acceptedAt } = row;
  return { id, conversation, position, kind, data: jsonOf(data), acceptedAt };
}

function acceptItem(organisation: MemoryOrganisation, draft: InboxDraft): Accepted {
  const named = typeof draft.conversation === 'string' ? organisation.conversations.get(draft.conversation) : undefined;
  const party = typeof draft.conversation === 'string' ? named : draft.conversation;
  if (!party) return { status: 'conflict', reason: 'conversation_unknown' };
  if (!organisation.contacts.get(party.contact)) throw unknownId('contact', party.contact);

  const key = draft.idempotencyKey === undefined ? undefined : idempotencyHash(party, draft.idempotencyKey);
  const earlier = key === undefined ? undefined : earlierItem(organisation, key);
  if (earlier) return repeated(earlier, draft);

  const conversation = named ? stillOpen(organisation, named, draft) : openFor(organisation, party, draft.at);
  if (!conversation) return { status: 'conflict', reason: 'conversation_closed' };
  return append(organisation, conversation, draft, key);
}

function earlierItem(organisation: MemoryOrganisation, key: string): InboxRow | undefined {
  const id = organisation.idempotency.get(key);
  return id === undefined ? undefined : organisation.inbox.get(id);
}

function repeated(earlier: InboxRow, draft: InboxDraft): Accepted {
  if (earlier.contentHash !== inboxContentHash(draft)) return { status: 'conflict', reason: 'other_content' };
  return { status: 'duplicate', item: earlier.id, conversation: earlier.conversation, position: earlier.position };
}

function stillOpen(
  organisation: MemoryOrganisation,
  conversation: ConversationRecord,
  draft: InboxDraft,
): ConversationRecord | undefined {
  if (!isFromCustomer(draft.kind)) return conversation;
  if (conversation.closedAt !== undefined) return undefined;
  if (!isSilent(conversation, draft.at)) return conversation;
  close(organisation, conversation, draft.at);
  return undefined;
}

function openFor(organisation: MemoryOrganisation, party: Party, at: string): ConversationRecord {
  const { contact, employee, channel } = party;
  const [present] = organisation.conversations.where(
    (row) =>
      row.contact === contact && row.employee === employee && row.channel === channel && row.closedAt === undefined,
  );
  if (present && !isSilent(present, at)) return present;
  if (present) close(organisation, present, at);
  const id = newId('conv');
  const opened = { id, contact, employee, channel, openedAt: at, lastActivityAt: at, sequence: 0 };
  organisation.conversations.put(opened, id);
  return opened;
}

function close(organisation: MemoryOrganisation, conversation: ConversationRecord, at: string): void {
  organisation.conversations.put({ ...conversation, closedAt: at }, conversation.id);
}

function append(
  organisation: MemoryOrganisation,
  conversation: ConversationRecord,
  draft: InboxDraft,
  idempotency: string | undefined,
): Accepted {
  const earlier = organisation.inbox.where((row) => row.conversation === conversation.id);
  const row: InboxRow = {
    id: newId('in'),
    conversation: conversation.id,
    position: earlier.length + 1,
    kind: draft.kind,
    data: jsonText(draft.data, 'inbox.data'),
    contentHash: inboxContentHash(draft),
    acceptedAt: draft.at,
    consumed: false,
  };
  organisation.inbox.put(row, row.id);
  if (idempotency !== undefined) organisation.idempotency.put(row.id, idempotency);
  if (isFromCustomer(draft.kind)) {
    const lastActivityAt = isoTime(Math.max(epochMs(conversation.lastActivityAt), epochMs(draft.at)));
    organisation.conversations.put({ ...conversation, lastActivityAt }, conversation.id);
  }
  return { status: 'accepted', item: row.id, conversation: conversation.id, position: row.position };
}
