import type { Entry } from '../api/wire.ts';
import { foldOperations, type OperationState } from './operations.ts';
import { objectsAt, textAt } from './read.ts';

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

/** A piece of what the employee said, with what stands behind it. */
export interface SpokenPart {
  readonly kind: string;
  readonly text: string;
}

/** A notice's buttons: open, or why they are not. */
interface NoticeView {
  readonly operation: string;
  readonly expiresAt: string | undefined;
  readonly state: OperationState | 'shown_again';
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
      readonly round?: string | undefined;
    }
  | {
      readonly type: 'employee';
      readonly key: string;
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
  const recorded = new Set<string>();
  const running = new Set<string>();
  for (const entry of entries) {
    const item = textAt(entry.data, 'item');
    if (entry.kind === 'employee.round_started' && item !== undefined) running.add(item);
    if (entry.kind === 'employee.round_ended' && item !== undefined) running.delete(item);
    if (entry.kind === 'employee.message_received' && item !== undefined) recorded.add(item);
    const shown = readItem(entry, operations, lastNotice);
    if (shown !== undefined) items.push(shown);
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
        at,
        round,
        kind: textAt(entry.data, 'kind') ?? 'reply',
        parts: readParts(entry),
        notice: readNotice(entry, operations, lastNotice),
      };
    default:
      return undefined;
  }
}

/** The parts where they are told, else the text as one. */
function readParts(entry: Entry): readonly SpokenPart[] {
  const parts = objectsAt(entry.data, 'parts')
    .map((part) => ({ kind: textAt(part, 'kind') ?? 'model', text: textAt(part, 'text') ?? '' }))
    .filter((part) => part.text !== '');
  if (parts.length > 0) return parts;
  const text = textAt(entry.data, 'text');
  return text === undefined ? [] : [{ kind: 'model', text }];
}

function readNotice(
  entry: Entry,
  operations: ReadonlyMap<string, OperationState>,
  lastNotice: ReadonlyMap<string, number>,
): NoticeView | undefined {
  const operation = noticeOf(entry);
  if (operation === undefined) return undefined;
  const isLast = lastNotice.get(operation) === entry.sequence;
  return {
    operation,
    expiresAt: textAt(entry.data, 'expiresAt'),
    state: isLast ? (operations.get(operation) ?? 'open') : 'shown_again',
  };
}

/** A notice that was shown again has its buttons only where it was shown last. */
function lastNotices(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const entry of entries) {
    const operation = noticeOf(entry);
    if (operation !== undefined) last.set(operation, entry.sequence);
  }
  return last;
}

function noticeOf(entry: Entry): string | undefined {
  if (entry.kind !== 'employee.replied' || entry.data.kind !== 'notice') return undefined;
  return textAt(entry.data, 'operation');
}
