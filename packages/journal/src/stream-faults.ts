import type { JournalEntry } from './entry.ts';

/** What does not fit in a record, by the entry that shows it. Found by reading; nothing is made good. */
export interface RecordFault {
  readonly sequence: number;
  readonly code: /** Entries before this one are gone, and were not cut. */
    | 'entries_missing'
    /** It is earlier than the entry before it: it was changed or moved, or the clock was set back. */
    | 'time_goes_back'
    /** Earlier than what it tells of. */
    | 'time_disagrees'
    /** It belongs to a round that was not running then. */
    | 'outside_its_round'
    /** Its head says something else than what it holds. */
    | 'head_disagrees'
    /** What must have been before it is not there. */
    | 'without_its_cause'
    /** A personal value of it was changed, or was kept under another key. */
    | 'evidence_corrupt';
}

/**
 * What is wrong with the order of a conversation's entries: gaps, also at the end, and times that go back.
 *
 * @param from the sequence number before the first that should be there
 * @param last that of the last one, as the store knows it
 */
export function streamFaults(
  entries: readonly Pick<JournalEntry, 'sequence' | 'at'>[],
  { from = 0, last }: { readonly from?: number; readonly last: number },
): readonly RecordFault[] {
  const faults: RecordFault[] = [];
  let before: Pick<JournalEntry, 'sequence' | 'at'> = { sequence: from, at: '' };
  for (const entry of entries) {
    if (entry.sequence !== before.sequence + 1) faults.push({ sequence: entry.sequence, code: 'entries_missing' });
    if (entry.at < before.at) faults.push({ sequence: entry.sequence, code: 'time_goes_back' });
    before = entry;
  }
  if (before.sequence < last) faults.push({ sequence: last + 1, code: 'entries_missing' });
  return faults;
}
