import { type ConversationJournal, memoryJournal } from '../agent/conversation-journal.ts';

/** A journal that fails its n-th write and those after it, or that one alone, before or after it was really written. */
export interface FailingJournal extends ConversationJournal {
  /** Which write fails, counted from 1 from now on. */
  failAt(write: number, when: 'before' | 'after', howLong?: 'for good' | 'once'): void;
  readonly writes: () => number;
}

export function failingJournal(): FailingJournal {
  const journal = memoryJournal();
  let count = 0;
  let fails: { readonly at: number; readonly when: 'before' | 'after'; readonly isOnce: boolean } | undefined;
  return {
    ...journal,
    failAt: (at, when, howLong = 'for good') => {
      fails = { at: count + at, when, isOnce: howLong === 'once' };
    },
    writes: () => count,
    async append(conversation, after, entries, durability) {
      count += 1;
      const isFailing = fails !== undefined && (fails.isOnce ? count === fails.at : count >= fails.at);
      if (isFailing && fails?.when === 'before') throw new Error('The disk is full.');
      const outcome = await journal.append(conversation, after, entries, durability);
      if (isFailing) throw new Error('The connection was lost.');
      return outcome;
    },
  };
}
