import type { ContactRecord, ConversationRecord } from '@rolecall/journal';

/** One conversation on one line: which, with whom, where, and when it last moved. */
export function conversationLine(conversation: ConversationRecord, contact: ContactRecord | undefined): string {
  const who = contact === undefined ? conversation.contact : (contact.displayName ?? contact.externalId);
  return [
    conversation.id,
    conversation.lastActivityAt,
    `${who} ↔ ${conversation.employee}`,
    conversation.channel,
    `#${conversation.sequence}`,
  ].join('  ');
}
