import type { JournalEntry, StorePorts } from '@rolecall/journal';
import type { TracedRound } from './workspace.ts';

/** The rounds of a conversation with everything that was written in them, in order. */
export async function traceRounds(
  store: Pick<StorePorts, 'entries'>,
  conversation: string,
  round?: string,
): Promise<readonly TracedRound[]> {
  const rounds = new Map<string, JournalEntry[]>();
  for (const entry of await store.entries(conversation)) {
    const key = entry.round ?? '';
    const entries = rounds.get(key);
    if (entries) entries.push(entry);
    else rounds.set(key, [entry]);
  }
  return [...rounds]
    .filter(([id]) => round === undefined || id === round)
    .map(([id, entries]) => ({
      round: id,
      startedAt: entries[0]?.at ?? '',
      endedAt: entries.findLast(({ kind }) => kind === 'employee.round_ended')?.at,
      entries,
    }));
}
