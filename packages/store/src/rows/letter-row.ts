import {
  type DeliveryRecord,
  type DeliveryState,
  inboxPlace,
  isoTime,
  jsonOf,
  type SetAsideItem,
  textKept,
} from '@rolecall/journal';

/** A delivery as it stands in its table. */
export interface DeliveryRow {
  readonly conversation: string;
  readonly sequence: number;
  readonly item_index: number;
  readonly target: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly due_at: number;
  readonly last_error: string | null;
}

/** An inbox item that was set aside, as it stands in its table. */
export interface SetAsideRow {
  readonly id: string;
  readonly conversation: string;
  readonly position: number;
  readonly kind: string;
  readonly data: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly failed_at: string | null;
  readonly contact_key: string | null;
}

/** What is to be delivered, as it stands in the outbox. */
export interface SentRow {
  readonly kind: string;
  readonly data: string;
  readonly at: string;
  readonly contact_key: string | null;
}

/** A delivery as the ports show it. */
export function deliveryOf({ item_index: index, due_at, last_error, ...row }: DeliveryRow): DeliveryRecord {
  return { ...row, index, ...(last_error === null ? {} : { lastError: last_error }), at: isoTime(due_at) };
}

/** An item that was set aside as the ports show it. */
export function setAsideOf({ id: item, data, last_error, failed_at, contact_key, ...row }: SetAsideRow): SetAsideItem {
  const text = textKept(data, contact_key, inboxPlace(item));
  return { ...row, item, data: jsonOf(text), lastError: last_error ?? '', at: failed_at ?? '' };
}
