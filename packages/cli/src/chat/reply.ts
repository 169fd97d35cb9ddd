import type { JournalEntry } from '@rolecall/journal';

/** Something the employee said. */
export interface Reply {
  /** `reply`, `notice`, `greeting`, `question`. */
  readonly kind: string;
  readonly text: string;
  /** With a notice: whose buttons it has, and until when. */
  readonly operation: string | undefined;
  readonly expiresAt: string | undefined;
}

/** Reads what was said out of its entry; undefined for any other entry. */
export function readReply(entry: JournalEntry): Reply | undefined {
  if (entry.kind !== 'employee.replied') return undefined;
  const { kind, text, operation, expiresAt } = entry.data;
  return {
    kind: typeof kind === 'string' ? kind : 'reply',
    text: typeof text === 'string' ? text : '',
    operation: typeof operation === 'string' ? operation : undefined,
    expiresAt: typeof expiresAt === 'string' ? expiresAt : undefined,
  };
}
