import { type DeliveryRecord, type DeliveryState, isoTime, jsonOf, type SetAsideItem } from '@rolecall/journal';

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
}

/** A delivery as the ports show it. */
export function deliveryOf({ item_index: index, due_at, last_error, ...row }: DeliveryRow): DeliveryRecord {
  return { ...row, index, ...(last_error === null ? {} : { lastError: last_error }), at: isoTime(due_at) };
}

/** An item that was set aside as the ports show it. */
export function setAsideOf({ id: item, data, last_error, failed_at, ...row }: SetAsideRow): SetAsideItem {
  return { ...row, item, data: jsonOf(data), lastError: last_error ?? '', at: failed_at ?? '' };
}
