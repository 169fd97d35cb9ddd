import type { JournalEntry } from '@rolecall/journal';
import { type HandOverReason, isEmployeeEntry } from '../entries.ts';

/** A person has the conversation, or is to take it. */
export interface HandOver {
  readonly reason: HandOverReason;
  readonly summary: string;
  /** Of a policy. */
  readonly rule: string | undefined;
  readonly at: string;
  readonly sequence: number;
  /** Who has taken it, once somebody has. */
  readonly person: string | undefined;
  /** Everybody who wrote as a person since, and how often. */
  readonly wrote: Readonly<Record<string, number>>;
  /** The customer waits for a person's word since this entry, and a timer runs. */
  readonly awaitedFrom: number | undefined;
  /** Nobody came in time, and the customer may go on with the employee. */
  readonly isOffered: boolean;
}

/** The hand-over after an entry; undefined while the employee has the conversation. */
export function foldHandOver(open: HandOver | undefined, entry: JournalEntry): HandOver | undefined {
  if (isEmployeeEntry(entry, 'employee.handed_over')) {
    const { reason, summary, person, rule } = entry.data;
    const { at, sequence } = entry;
    const awaitedFrom = reason === 'person' ? undefined : sequence;
    return {
      reason,
      summary,
      rule: rule ?? undefined,
      at,
      sequence,
      person: person ?? undefined,
      wrote: {},
      awaitedFrom,
      isOffered: false,
    };
  }
  if (open === undefined) return undefined;
  if (isEmployeeEntry(entry, 'employee.taken_back')) return undefined;
  if (isEmployeeEntry(entry, 'employee.taken_over')) return { ...open, person: entry.data.person };
  if (isEmployeeEntry(entry, 'employee.message_received')) {
    return { ...open, awaitedFrom: open.awaitedFrom ?? entry.sequence };
  }
  if (isEmployeeEntry(entry, 'employee.hand_over_unanswered'))
    return { ...open, awaitedFrom: undefined, isOffered: entry.data.mayGoOn };
  if (isEmployeeEntry(entry, 'employee.replied') && entry.data.kind === 'person') {
    const person = entry.data.parts[0]?.person ?? '';
    const wrote = { ...open.wrote, [person]: (open.wrote[person] ?? 0) + 1 };
    return { ...open, wrote, awaitedFrom: undefined, isOffered: false };
  }
  return open;
}
