import type { Receipt } from '@rolecall/gate';
import type { JournalEntry } from '@rolecall/journal';
import type { RoundSpan } from '../conversation-state.ts';
import { isEmployeeEntry, isWhole, type ReplyPart } from '../entries.ts';

/**
 * Counts on: how many messages in a row brought the customer no further. A hand-over begins anew; what was no message of
 * the customer, or was left to a person, does not count.
 */
export function failedInARow(
  before: number,
  entry: JournalEntry,
  span: RoundSpan | undefined,
  receipts: ReadonlyMap<string, Receipt>,
): number {
  if (entry.kind === 'employee.handed_over' || entry.kind === 'employee.taken_back') return 0;
  if (entry.kind !== 'employee.round_ended' || span === undefined) return before;
  if (!span.entries.some(({ kind }) => kind === 'employee.message_received')) return before;
  const parts = span.entries.flatMap((each) =>
    isEmployeeEntry(each, 'employee.replied') && isWhole(each) ? each.data.parts : [],
  );
  if (parts.length === 0) return before;
  return isOfHelp(parts, (operation) => receipts.get(operation)) ? 0 : before + 1;
}

/**
 * True when something in a reply brings the customer further: an answer of the model, a question, a notice, a result that is
 * no failure. Blocks, failures and the engine's own words do not.
 */
export function isOfHelp(
  parts: readonly ReplyPart[],
  receiptOf: (operation: string) => Pick<Receipt, 'outcome'> | undefined,
): boolean {
  return parts.some(({ kind, operation }) => {
    switch (kind) {
      case 'block':
      case 'engine':
      case 'disclosure':
      case 'template':
        return false;
      case 'fixed':
        return operation === undefined || receiptOf(operation)?.outcome === 'succeeded';
      case 'model':
      case 'ask':
      case 'notice':
      case 'greeting':
      case 'refusal':
      case 'pack':
      case 'person':
        return true;
      default:
        return kind satisfies never;
    }
  });
}
