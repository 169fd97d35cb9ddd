import { type JsonObject, newId } from '@rolecall/base';
import { epochMs, isoTime } from '../../epoch.ts';
import { idempotencyHash, isFromCustomer, isSilent, type Party, timerItem } from '../../inbox-rules.ts';
import { jsonOf, jsonText } from '../../json-text.ts';
import { inboxPlace, isSameContent, keptContentHash, keptText, textKept } from '../../kept-text.ts';
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
export function inboxItemOf(organisation: MemoryOrganisation, row: InboxRow): InboxItem {
  const { id, conversation, position, kind, acceptedAt } = row;
  return { id, conversation, position, kind, data: inboxDataOf(organisation, row), acceptedAt };
}

/** What an item says. */
export function inboxDataOf(organisation: MemoryOrganisation, { id, conversation, data }: InboxRow): JsonObject {
  return jsonOf(textKept(data, keyOfConversation(organisation, conversation), inboxPlace(id)));
}

/** The key of the contact whose conversation it is; none once it was deleted. */
export function keyOfConversation(organisation: MemoryOrganisation, conversation: string): string | undefined {
  return organisation.contactKeys.get(organisation.conversations.get(conversation)?.contact ?? '');
}

function acceptItem(organisation: MemoryOrganisation, draft: InboxDraft): Accepted {
  const named = typeof draft.conversation === 'string' ? organisation.conversations.get(draft.conversation) : undefined;
  const party = typeof draft.conversation === 'string' ? named : draft.conversation;
  if (!party) return { status: 'conflict', reason: 'conversation_unknown' };
  if (!organisation.contacts.get(party.contact)) throw unknownId('contact', party.contact);

  const key = draft.idempotencyKey === undefined ? undefined : idempotencyHash(party, draft.idempotencyKey);
  const earlier = key === undefined ? undefined : earlierItem(organisation, key);
  if (earlier) return repeated(organisation, earlier, draft);

  const conversation = named ? stillOpen(organisation, named, draft) : openFor(organisation, party, draft.at);
  if (!conversation) return { status: 'conflict', reason: 'conversation_closed' };
  return append(organisation, conversation, draft, key);
}

function earlierItem(organisation: MemoryOrganisation, key: string): InboxRow | undefined {
  const id = organisation.idempotency.get(key);
  return id === undefined ? undefined : organisation.inbox.get(id);
}

function repeated(organisation: MemoryOrganisation, earlier: InboxRow, draft: InboxDraft): Accepted {
  const key = keyOfConversation(organisation, earlier.conversation);
  if (!isSameContent(earlier.contentHash, draft, key)) return { status: 'conflict', reason: 'other_content' };
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
  const id = newId('in');
  const key = organisation.contactKeys.get(conversation.contact) ?? '';
  const row: InboxRow = {
    id,
    conversation: conversation.id,
    position: earlier.length + 1,
    kind: draft.kind,
    data: keptText(jsonText(draft.data, 'inbox.data'), key, inboxPlace(id)),
    contentHash: keptContentHash(draft, key),
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
