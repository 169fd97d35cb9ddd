import type { JournalEntry } from '@rolecall/journal';
import type { ItemAtWork } from './round-context.ts';

/**
 * A result that was too large for the context, or a free text that was too long for its receipt: they stand whole in the
 * conversation's journal, as long as the contact does. What else a system answered has no reference.
 */
export async function keptResult({ state, context }: ItemAtWork, reference: string): Promise<string | undefined> {
  const entries = state.rounds.toReversed().flatMap((span) => span.entries);
  const kept = entries.find((entry) => isKeptResult(entry) && entry.data.reference === reference);
  if (kept === undefined) return undefined;
  const { text } = kept.data;
  if (typeof text === 'string') return text;
  const apart = await context.store.readApart(context.conversation.id, kept.sequence, 'text');
  return typeof apart === 'string' ? apart : undefined;
}

/** Whether an entry holds what `read_result` reads, in its own round and in later ones. */
export function isKeptResult({ kind }: JournalEntry): boolean {
  return kind === 'kernel.large_result' || kind === 'gate.kept_text';
}
