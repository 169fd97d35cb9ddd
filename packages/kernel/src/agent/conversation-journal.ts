import type { Durability, JournalEntry } from '@rolecall/journal';

/**
 * Where an agent's conversations are kept. An entry that was appended is there for good, and `append` takes all of its
 * entries or none. One process writes to a conversation at a time; a second one is told by `moved`.
 */
export interface ConversationJournal {
  /**
   * Appends behind `after`, the sequence of the last entry that the writer knows. A journal that need not wait answers at
   * once, which spares every step a turn of the event loop's queue.
   */
  append(
    conversation: string,
    after: number,
    entries: readonly JournalEntry[],
    durability: Durability,
  ): AppendOutcome | Promise<AppendOutcome>;
  /**
   * Up to `limit` entries below the sequence `before`, oldest first; the newest ones without it. What is `unneeded` a
   * journal may leave out, which spares it the reading.
   */
  readBack(
    conversation: string,
    limit: number,
    before?: number,
    unneeded?: UnneededEntries,
  ): Promise<readonly JournalEntry[]>;
  /** Up to `limit` entries from the start. */
  readStart(conversation: string, limit: number): Promise<readonly JournalEntry[]>;
}

/** Entries of which a reader has no use: those of some kinds, and all below a sequence. */
export interface UnneededEntries {
  readonly kinds: readonly string[];
  readonly below: number;
}

/** `moved`: somebody else has written meanwhile, and nothing was appended. */
export type AppendOutcome = 'appended' | 'moved';

/** Conversations that live as long as the process. */
export function memoryJournal(): ConversationJournal {
  const streams = new Map<string, JournalEntry[]>();
  return {
    append(conversation, after, entries) {
      let stream = streams.get(conversation);
      if ((stream?.length ?? 0) !== after) return 'moved';
      if (!stream) {
        stream = [];
        streams.set(conversation, stream);
      }
      for (const entry of entries) stream.push(entry);
      return 'appended';
    },
    async readBack(conversation, limit, before, unneeded) {
      const stream = streams.get(conversation) ?? [];
      const end = before === undefined ? stream.length : Math.max(0, before - 1);
      const start = Math.max(0, end - limit);
      return unneeded ? neededOf(stream, end, limit, unneeded) : stream.slice(start, end);
    },
    async readStart(conversation, limit) {
      return (streams.get(conversation) ?? []).slice(0, limit);
    },
  };
}

function neededOf(
  stream: readonly JournalEntry[],
  end: number,
  limit: number,
  { kinds, below }: UnneededEntries,
): readonly JournalEntry[] {
  const page: JournalEntry[] = [];
  for (let at = end - 1; at >= 0 && at >= below - 1 && page.length < limit; at--) {
    const entry = stream[at] as JournalEntry;
    if (!kinds.includes(entry.kind)) page.push(entry);
  }
  return page.reverse();
}
