import type { Entry } from '../api/wire.ts';
import { foldOperations, type OperationState } from './operations.ts';
import { objectsAt, textAt } from './read.ts';
import { readParts, type SpokenPart } from './spoken-parts.ts';

/** A message on its way from this page. */
export interface Outgoing {
  /** Its idempotency key: a retry is the same message. */
  readonly key: string;
  readonly text: string;
  readonly at: string;
  readonly state: 'sending' | 'accepted' | 'failed';
  /** Once accepted. */
  readonly item?: string | undefined;
  /** The code of what went wrong. */
  readonly error?: string | undefined;
}

/** One of the things that a notice asks about, with its buttons: open, or why they are not. */
export interface NoticeItem {
  readonly operation: string;
  /** As it was sent, with its number in a list. */
  readonly text: string;
  readonly expiresAt: string | undefined;
  readonly state: OperationState | 'shown_again';
}

/** What a notice asks about; `state` is open as long as one of them is. */
interface NoticeView {
  readonly items: readonly NoticeItem[];
  readonly expiresAt: string | undefined;
  readonly state: NoticeItem['state'];
}

export type ChatItem =
  | {
      readonly type: 'customer';
      readonly key: string;
      readonly text: string;
      readonly at: string;
      readonly state: 'sending' | 'accepted' | 'failed' | 'recorded';
      readonly error?: string | undefined;
      readonly round?: string | undefined;
    }
  | {
      readonly type: 'press';
      readonly key: string;
      readonly at: string;
      readonly button: 'confirm' | 'decline';
      /** Of one in a list: its number there. */
      readonly number?: number | undefined;
      /** A yes was taken back while a colleague's approval was awaited. */
      readonly isWithdrawal?: boolean | undefined;
      readonly round?: string | undefined;
    }
  | {
      readonly type: 'employee';
      readonly key: string;
      readonly sequence: number;
      readonly at: string;
      readonly kind: string;
      readonly parts: readonly SpokenPart[];
      readonly notice?: NoticeView | undefined;
      readonly round?: string | undefined;
    };

export interface Chat {
  readonly items: readonly ChatItem[];
  /** Something was said or pressed that has not been answered yet. */
  readonly isWaiting: boolean;
}

/** The chat as the journal tells it, and after it what this page has sent and the journal does not show yet. */
export function foldChat(entries: readonly Entry[], outgoing: readonly Outgoing[]): Chat {
  const operations = foldOperations(entries);
  const lastNotice = lastNotices(entries);
  const items: ChatItem[] = [];
  const numbers = new Map<string, number>();
  const toApprove = new Set<string>();
  const recorded = new Set<string>();
  const running = new Set<string>();
  for (const entry of entries) {
    const item = textAt(entry.data, 'item');
    if (entry.kind === 'employee.round_started' && item !== undefined) running.add(item);
    if (entry.kind === 'employee.round_ended' && item !== undefined) running.delete(item);
    if (entry.kind === 'employee.message_received' && item !== undefined) recorded.add(item);
    const operation = textAt(entry.data, 'operation') ?? '';
    if (entry.kind === 'gate.awaiting_approval') toApprove.add(operation);
    const list = noticesOf(entry);
    for (const [index, listed] of list.entries()) {
      if (list.length > 1) numbers.set(listed, index + 1);
      else numbers.delete(listed);
    }
    const shown = readItem(entry, operations, lastNotice);
    if (shown?.type === 'press') {
      const isWithdrawal = shown.button === 'decline' && toApprove.has(operation);
      items.push({ ...shown, number: pressedNumber(entry, numbers), isWithdrawal });
    } else if (shown !== undefined) items.push(shown);
  }
  const unrecorded = outgoing.filter((message) => message.item === undefined || !recorded.has(message.item));
  for (const { key, text, at, state, error } of unrecorded)
    items.push({ type: 'customer', key, text, at, state, error });
  return { items, isWaiting: running.size > 0 || unrecorded.some((message) => message.state === 'accepted') };
}

function readItem(
  entry: Entry,
  operations: ReadonlyMap<string, OperationState>,
  lastNotice: ReadonlyMap<string, number>,
): ChatItem | undefined {
  const key = `entry-${entry.sequence}`;
  const { at, round } = entry;
  switch (entry.kind) {
    case 'employee.message_received':
      return { type: 'customer', key, at, round, text: textAt(entry.data, 'text') ?? '', state: 'recorded' };
    case 'employee.button_pressed':
      return { type: 'press', key, at, round, button: entry.data.button === 'confirm' ? 'confirm' : 'decline' };
    case 'employee.replied':
      return {
        type: 'employee',
        key,
        sequence: entry.sequence,
        at,
        round,
        kind: textAt(entry.data, 'kind') ?? 'reply',
        parts: readParts(entry.data),
        notice: readNotice(entry, operations, lastNotice),
      };
    default:
      return undefined;
  }
}

/** Undefined for a button of its own notice, and for the one for all. */
function pressedNumber({ data }: Entry, numbers: ReadonlyMap<string, number>): number | undefined {
  const operation = Array.isArray(data.operations) ? undefined : textAt(data, 'operation');
  return operation === undefined ? undefined : numbers.get(operation);
}

function readNotice(
  entry: Entry,
  operations: ReadonlyMap<string, OperationState>,
  lastNotice: ReadonlyMap<string, number>,
): NoticeView | undefined {
  const expiresAt = textAt(entry.data, 'expiresAt');
  const parts = objectsAt(entry.data, 'parts');
  const items = noticesOf(entry).map((operation): NoticeItem => {
    const own = parts.find((part) => textAt(part, 'operation') === operation) ?? {};
    const isLast = lastNotice.get(operation) === entry.sequence;
    return {
      operation,
      text: textAt(own, 'text') ?? '',
      expiresAt: textAt(own, 'expiresAt') ?? expiresAt,
      state: isLast ? (operations.get(operation) ?? 'open') : 'shown_again',
    };
  });
  const [first] = items;
  if (first === undefined) return undefined;
  const state = items.some((item) => item.state === 'open') ? 'open' : first.state;
  return { items, expiresAt, state };
}

/** A notice that was shown again has its buttons only where it was shown last. */
function lastNotices(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const entry of entries) {
    for (const operation of noticesOf(entry)) last.set(operation, entry.sequence);
  }
  return last;
}

/** What a notice asks about: one operation, or the several of a list, in their order. */
function noticesOf(entry: Entry): readonly string[] {
  if (entry.kind !== 'employee.replied' || entry.data.kind !== 'notice') return [];
  const { operations } = entry.data;
  const list = Array.isArray(operations) ? operations.filter((each) => typeof each === 'string' && each !== '') : [];
  return list.length > 0 ? (list as readonly string[]) : [textAt(entry.data, 'operation')].flatMap((one) => one ?? []);
}
