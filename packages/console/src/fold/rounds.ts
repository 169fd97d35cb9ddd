import type { Entry } from '../api/wire.ts';
import { isAsking, readDecision } from './decision.ts';
import { textAt } from './read.ts';
import { readReceipt } from './receipt.ts';

/** What set a round off. */
interface RoundCause {
  readonly kind: 'message' | 'button' | 'opened' | 'other';
  /** The customer's words, the button, or the recorded cause. */
  readonly text: string;
}

/** One round of the journal, or a stretch of entries outside of any. */
export interface RoundView {
  readonly id: string;
  /** 1, 2, 3 …; undefined for entries outside of a round. */
  readonly number: number | undefined;
  readonly startedAt: string;
  /** Undefined while it runs. */
  readonly endedAt: string | undefined;
  readonly end: string | undefined;
  readonly cause: RoundCause;
  readonly entries: readonly Entry[];
  /** Decisions, by what became of the call; a block that asks the customer is counted apart. */
  readonly allowed: number;
  readonly asked: number;
  readonly blocked: number;
  /** Writes and reads that ended, by outcome. */
  readonly receipts: Readonly<Record<'succeeded' | 'failed' | 'unknown', number>>;
}

/** Groups the journal into its rounds, in order. Every entry stands in exactly one of them. */
export function foldRounds(entries: readonly Entry[]): readonly RoundView[] {
  const spans: { readonly id: string; readonly round: string | undefined; readonly entries: Entry[] }[] = [];
  for (const entry of entries) {
    const span = spans.findLast((candidate) => candidate.round === entry.round);
    // Entries outside of rounds stay where they happened; a round that goes on after them is still one round.
    const goesOn = span !== undefined && (entry.round !== undefined || span === spans.at(-1));
    if (goesOn) span.entries.push(entry);
    else spans.push({ id: entry.round ?? `outside-${entry.sequence}`, round: entry.round, entries: [entry] });
  }
  let number = 0;
  return spans.map((span) => viewOf(span.id, span.round === undefined ? undefined : ++number, span.entries));
}

function viewOf(id: string, number: number | undefined, entries: readonly Entry[]): RoundView {
  const decisions = entries.filter((entry) => entry.kind === 'gate.decision').map(readDecision);
  const blocks = decisions.filter((decision) => decision?.verdict === 'block');
  const asked = blocks.filter((decision) => decision && isAsking(decision)).length;
  const receipts = { succeeded: 0, failed: 0, unknown: 0 };
  for (const entry of entries) {
    const receipt = readReceipt(entry);
    if (receipt !== undefined) receipts[receipt.outcome] += 1;
  }
  const ended = entries.findLast((entry) => entry.kind === 'employee.round_ended');
  return {
    id,
    number,
    startedAt: entries[0]?.at ?? '',
    endedAt: ended?.at,
    end: ended && textAt(ended.data, 'end'),
    cause: causeOf(entries),
    entries,
    allowed: decisions.filter((decision) => decision?.verdict === 'allow').length,
    asked,
    blocked: blocks.length - asked,
    receipts,
  };
}

function causeOf(entries: readonly Entry[]): RoundCause {
  for (const { kind, data } of entries) {
    if (kind === 'employee.message_received') return { kind: 'message', text: textAt(data, 'text') ?? '' };
    if (kind === 'employee.button_pressed') return { kind: 'button', text: textAt(data, 'button') ?? '' };
    if (kind === 'employee.opened') return { kind: 'opened', text: '' };
  }
  const started = entries.find((entry) => entry.kind === 'employee.round_started');
  return { kind: 'other', text: (started && textAt(started.data, 'cause')) ?? '' };
}
