import type { JsonObject } from '@rolecall/base';
import type { EntryDraft, JournalEntry } from './entry.ts';

/** Whether the disk must have it (`power`) or the operating system's cache is enough (`process`). */
export type Durability = 'power' | 'process';

/**
 * Takes a ledger key for an operation. The key is (base, intent) inside the organisation and unique: it is granted when
 * nobody holds it, or when the present holder is the operation named in `replaces` (one that failed, or whose window
 * has passed).
 */
export interface LedgerReservation {
  /** Hash over capability, scope and the contract's key arguments. */
  readonly base: string;
  /** Which repetition of the same wish it is, from 1. */
  readonly intent: number;
  readonly operation: string;
  readonly replaces?: string | undefined;
}

/** Who holds a ledger key. */
export interface LedgerHolder {
  readonly base: string;
  readonly intent: number;
  readonly operation: string;
  readonly at: string;
}

/**
 * Counts an operation against a limit: refused when its amount and what was counted in the last `withinMs` are together
 * over `max`. All three are whole numbers: nothing drifts.
 */
export interface CounterRaise {
  readonly counter: string;
  /** Counted once however often it is raised, and given back by this id. */
  readonly operation: string;
  /** What it counts, in the smallest unit of whatever is limited; 1 without it, so that uses are counted. */
  readonly amount?: number | undefined;
  readonly max: number;
  readonly withinMs: number;
}

/** A message or notice on its way to the contact's channel; ordered by conversation and sequence. */
export interface OutboxDraft {
  /** `reply`, `notice`, `greeting`, `progress` …; `event` is for other systems, and nothing that the contact sees. */
  readonly kind: string;
  readonly data: JsonObject;
  /** Who has to get it, such as `channel:shop_web`: it is delivered there. Without it, whoever asks finds it here. */
  readonly to?: string | undefined;
}

/** Sets or clears a timer of the conversation. When due, it becomes an inbox item `timer`. */
export type TimerChange =
  | { readonly op: 'set'; readonly id: string; readonly dueAt: string; readonly data: JsonObject }
  | { readonly op: 'clear'; readonly id: string };

/** What a round asks to be written in one transaction, before the driver adds what only it knows. */
export interface CommitDraft {
  readonly entries: readonly EntryDraft[];
  readonly reserve?: readonly LedgerReservation[] | undefined;
  readonly raise?: readonly CounterRaise[] | undefined;
  readonly giveBack?: readonly { readonly counter: string; readonly operation: string }[] | undefined;
  /** Inbox items that are handled with this commit. */
  readonly consume?: readonly string[] | undefined;
  /** Inbox items that are given up with this commit: they stay to be seen, and hold nothing back. */
  readonly setAside?: readonly { readonly item: string; readonly error: string }[] | undefined;
  readonly outbox?: readonly OutboxDraft[] | undefined;
  readonly timers?: readonly TimerChange[] | undefined;
  /** `process` without it. */
  readonly durability?: Durability | undefined;
}

/** A commit as the store gets it: all data, nothing to call. */
export interface Commit extends Omit<CommitDraft, 'entries'> {
  readonly conversation: string;
  /** The sequence of the last entry the writer has seen; 0 for an empty journal. */
  readonly expectedSequence: number;
  /** The lease's fence number under which the writer works. */
  readonly fence: number;
  readonly at: string;
  /** Complete entries, numbered from `expectedSequence + 1`; personal fields still in place, named by `personal`. */
  readonly entries: readonly (JournalEntry & Pick<EntryDraft, 'personal' | 'apart'>)[];
}

/** What became of a commit. Nothing is written unless it says `committed`. */
export type CommitResult =
  | { readonly status: 'committed'; readonly sequence: number }
  | { readonly status: 'sequence_moved'; readonly sequence: number }
  | { readonly status: 'fence_lost' }
  | { readonly status: 'key_taken'; readonly base: string; readonly holder: LedgerHolder }
  | { readonly status: 'limit_reached'; readonly counter: string };

/** What a round is told of a commit that it yielded. After `sequence_moved` or `fence_lost` it is not resumed. */
export type CommitAnswer =
  | { readonly status: 'committed'; readonly entries: readonly JournalEntry[]; readonly sequence: number }
  | { readonly status: 'key_taken'; readonly base: string; readonly holder: LedgerHolder }
  | { readonly status: 'limit_reached'; readonly counter: string };

/** A round, or a part of one: yields what is to be written and is resumed with what became of it. */
export type Writing<Result> = AsyncGenerator<CommitDraft, Result, CommitAnswer>;
