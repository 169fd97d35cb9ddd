import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import { asGateEntry, type GateEntry } from '@rolecall/gate';
import type { JournalEntry, Projection, RowChange } from '@rolecall/journal';
import { type HandOverReason, isEmployeeEntry, isWhole } from '../entries.ts';

/** Rows: what waits for a person, and what a person has done of it. */
export const DESK = 'desk';
/** The scope of the rows that wait, and of those that are done. */
export const DESK_OPEN = 'open';
export const DESK_DONE = 'done';

/** Something that waits for a person. */
export type DeskRow =
  | {
      readonly kind: 'hand_over';
      readonly conversation: string;
      readonly at: string;
      readonly reason: HandOverReason;
      readonly summary: string;
      /** Who has taken it. */
      readonly person: string | null;
      /** Since when the customer waits for a person's word; `null` while they do not. */
      readonly waitingSince: string | null;
    }
  | {
      readonly kind: 'follow_up';
      readonly conversation: string;
      readonly at: string;
      readonly operation: string;
      readonly followUp: string;
      /** What is to be followed up: the call's arguments. */
      readonly matter: JsonObject;
      readonly done: { readonly at: string; readonly person: string; readonly note: string | null } | null;
    }
  | {
      readonly kind: 'in_doubt';
      readonly conversation: string;
      readonly at: string;
      readonly operation: string;
      readonly capability: string;
      readonly arguments: JsonObject;
      readonly code: string;
    };

/** The operators' list: hand-overs, follow-ups, and writes of which nobody knows what became. */
export const deskProjection: Projection = {
  name: 'employee.desk',
  kinds: [
    'employee.handed_over',
    'employee.taken_over',
    'employee.taken_back',
    'employee.message_received',
    'employee.replied',
    'employee.follow_up_done',
    'gate.call_ended',
    'gate.settled',
  ],
  apply(entry, read) {
    const own = asGateEntry(entry);
    if (own) return gateChanges(own);
    if (!isWhole(entry)) return [];
    if (isEmployeeEntry(entry, 'employee.follow_up_done')) return followUpDone(entry, read);
    return handOverChanges(entry, deskRowOf(read(DESK, handOverKey(entry.conversation))));
  },
};

/** A row of the list as it is kept. */
export function deskRowOf(value: JsonValue | undefined): DeskRow | undefined {
  return isJsonObject(value) ? (value as unknown as DeskRow) : undefined;
}

function handOverChanges(entry: JournalEntry, row: DeskRow | undefined): readonly RowChange[] {
  const { conversation, at } = entry;
  if (isEmployeeEntry(entry, 'employee.handed_over')) {
    const { reason, summary, person } = entry.data;
    const waitingSince = reason === 'person' ? null : at;
    return [put({ kind: 'hand_over', conversation, at, reason, summary, person, waitingSince })];
  }
  if (row?.kind !== 'hand_over') return [];
  if (isEmployeeEntry(entry, 'employee.taken_back'))
    return [{ op: 'delete', table: DESK, key: handOverKey(conversation) }];
  if (isEmployeeEntry(entry, 'employee.taken_over')) return [put({ ...row, person: entry.data.person })];
  if (isEmployeeEntry(entry, 'employee.message_received'))
    return row.waitingSince === null ? [put({ ...row, waitingSince: at })] : [];
  if (isEmployeeEntry(entry, 'employee.replied') && entry.data.kind === 'person' && row.waitingSince !== null)
    return [put({ ...row, waitingSince: null })];
  return [];
}

function gateChanges(entry: GateEntry): readonly RowChange[] {
  const { conversation, at } = entry;
  if (entry.kind === 'gate.settled')
    return [{ op: 'delete', table: DESK, key: operationKey('in_doubt', entry.data.operation) }];
  if (entry.kind !== 'gate.call_ended' || entry.data.effect !== 'write') return [];
  const { id: operation, capability, arguments: values, code, outcome, platform, result } = entry.data.receipt;
  if (outcome === 'unknown')
    return [put({ kind: 'in_doubt', conversation, at, operation, capability, arguments: values, code })];
  if (platform !== 'follow_up' || outcome !== 'succeeded') return [];
  const followUp = String(result.follow_up ?? operation);
  return [put({ kind: 'follow_up', conversation, at, operation, followUp, matter: values, done: null })];
}

function followUpDone(
  { at, data, conversation }: Extract<JournalEntry, { readonly data: JsonObject }>,
  read: (table: string, key: string) => JsonValue | undefined,
): readonly RowChange[] {
  const row = deskRowOf(read(DESK, operationKey('follow_up', String(data.operation))));
  if (row?.kind !== 'follow_up' || row.done !== null || row.conversation !== conversation) return [];
  const note = typeof data.note === 'string' ? data.note : null;
  return [put({ ...row, done: { at, person: String(data.person), note } })];
}

function put(row: DeskRow): RowChange {
  const key = row.kind === 'hand_over' ? handOverKey(row.conversation) : operationKey(row.kind, row.operation);
  const isDone = row.kind === 'follow_up' && row.done !== null;
  return { op: 'put', table: DESK, key, scope: isDone ? DESK_DONE : DESK_OPEN, value: row as unknown as JsonValue };
}

function handOverKey(conversation: string): string {
  return `hand_over ${conversation}`;
}

function operationKey(kind: 'follow_up' | 'in_doubt', operation: string): string {
  return `${kind} ${operation}`;
}
