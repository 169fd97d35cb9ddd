import { type InboxItem, type InboxKind, inboxPlace, jsonOf, type TakenItem, textKept } from '@rolecall/journal';
import type { TakenRow } from './take-up-statements.ts';

/** An inbox item as it stands in its table. */
export interface InboxRow {
  readonly id: string;
  readonly position: number;
  readonly kind: InboxKind;
  readonly data: string;
  readonly accepted_at: string;
}

/** An inbox item as the ports show it; `key` is that of the conversation's contact, none once it was deleted. */
export function inboxItemOf(conversation: string, row: InboxRow, key: string | null | undefined): InboxItem {
  const { id, position, kind, data, accepted_at: acceptedAt } = row;
  return { id, conversation, position, kind, data: jsonOf(textKept(data, key, inboxPlace(id))), acceptedAt };
}

/** An item that was taken up as the ports show it. */
export function takenItemOf(conversation: string, row: TakenRow, key: string | null | undefined): TakenItem {
  const { interruptions, begun_under } = row;
  return { item: inboxItemOf(conversation, row, key), interruptions, isBegun: begun_under !== null };
}
