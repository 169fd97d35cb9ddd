import { type ConversationJournal, memoryJournal } from '../agent/conversation-journal.ts';

/** A journal that fails its n-th write, before or after it was really written. Counted from 1; none with 0. */
export interface FailingJournal extends ConversationJournal {
  /** Which write fails from now on. */
  failAt(write: number, when: 'before' | 'after'): void;
  readonly writes: () => number;
}

export function failingJournal(): FailingJournal {
  const journal = memoryJournal();
  let count = 0;
  let fails: { readonly at: number; readonly when: 'before' | 'after' } | undefined;
  return {
    ...journal,
    failAt: (at, when) => {
      fails = { at: count + at, when };
    },
    writes: () => count,
    async append(conversation, after, entries, durability) {
      count += 1;
      const isFailing = fails !== undefined && count >= fails.at;
      if (isFailing && fails?.when === 'before') throw new Error('The disk is full.');
      const outcome = await journal.append(conversation, after, entries, durability);
      if (isFailing) throw new Error('The connection was lost.');
      return outcome;
    },
  };
}
