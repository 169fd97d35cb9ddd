import { type ConversationRecord, isoTime } from '@rolecall/journal';
import type { Tables } from '../tables.ts';

/** What is read of a conversation. */
export const CONVERSATION_COLUMNS = [
  'id',
  'contact',
  'employee',
  'channel',
  'opened_at',
  'last_activity_at',
  'closed_at',
  'sequence',
] as const;

/** A conversation as the ports show it. */
export function conversationOf(row: Omit<Tables['conversations'], 'organisation' | 'ordinal'>): ConversationRecord {
  return {
    id: row.id,
    contact: row.contact,
    employee: row.employee,
    channel: row.channel,
    openedAt: isoTime(row.opened_at),
    lastActivityAt: isoTime(row.last_activity_at),
    ...(row.closed_at === null ? {} : { closedAt: isoTime(row.closed_at) }),
    sequence: row.sequence,
  };
}
