import type { JournalEntry } from '@rolecall/journal';
import type { RoundSpan } from './conversation-state.ts';
import { isKeptResult } from './kept-result.ts';

/**
 * What later rounds read of one that has ended: what was said, called and answered in it, and when. How it was decided, what
 * stood in its context and what became of tasks and events has been folded or stands in the journal alone: left in the state,
 * it would be most of it.
 */
export function pastSpan(span: RoundSpan): RoundSpan {
  return { ...span, entries: span.entries.filter(isReadLater).map(withoutEnvelope) };
}

function isReadLater(entry: JournalEntry): boolean {
  return isKeptResult(entry) || !(entry.kind.startsWith('gate.') || FOLDED.has(entry.kind));
}

const FOLDED: ReadonlySet<string> = new Set([
  'kernel.context',
  'kernel.fault',
  'kernel.shrunk',
  'kernel.compressed',
  'employee.task_opened',
  'employee.fact_set',
  'employee.fact_refused',
  'employee.stage_entered',
  'employee.event_raised',
  'employee.subscription_ran',
]);

/** Personal values stand in their place; what refers to them is the journal's. */
function withoutEnvelope({ evidence: _, release: __, causedBy: ___, ...entry }: JournalEntry): JournalEntry {
  return entry;
}
