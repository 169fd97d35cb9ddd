import type { EntryDraft, LedgerReservation, TimerChange } from '@rolecall/journal';
import type { Reply } from './compose-reply.ts';
import type { LearnedOfModel } from './entries.ts';

/** What handling an item came to: the messages to send, and what to write beside them. */
export interface Handled {
  readonly replies: readonly Reply[];
  /** How the round ended, for the record: `natural`, `greeted`, `confirmed`, `failed` … */
  readonly end: string;
  readonly problem?: string | undefined;
  readonly entries?: readonly EntryDraft[] | undefined;
  readonly timers?: readonly TimerChange[] | undefined;
  /** A key that only one item may have: when another one has it, the item has nothing to do. */
  readonly reserve?: LedgerReservation | undefined;
  /** What the model's provider has taught. */
  readonly learned?: LearnedOfModel | undefined;
  /** A person answers: the employee says nothing, and that is no fault. */
  readonly isLeftToPerson?: boolean | undefined;
}
