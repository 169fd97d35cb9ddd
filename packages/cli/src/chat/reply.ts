import type { JournalEntry } from '@rolecall/journal';

/** Something the employee said. */
export interface Reply {
  /** `reply`, `notice`, `greeting`, `question`. */
  readonly kind: string;
  readonly text: string;
  /** With a notice: what it asks about, in the order of its numbers, and until when. */
  readonly operations: readonly string[];
  readonly expiresAt: string | undefined;
}

/** Reads what was said out of its entry; undefined for any other entry. */
export function readReply(entry: JournalEntry): Reply | undefined {
  if (entry.kind !== 'employee.replied') return undefined;
  const { kind, text, operation, operations, expiresAt } = entry.data;
  const several = Array.isArray(operations) ? operations.filter((each) => typeof each === 'string') : [];
  return {
    kind: typeof kind === 'string' ? kind : 'reply',
    text: typeof text === 'string' ? text : '',
    operations: several.length > 0 || typeof operation !== 'string' ? several : [operation],
    expiresAt: typeof expiresAt === 'string' ? expiresAt : undefined,
  };
}
