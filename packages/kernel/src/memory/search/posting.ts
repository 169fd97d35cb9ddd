/** How often a term stands in each part of a memory. */
export interface TermCounts {
  readonly input: number;
  /** In statements of the reply. */
  readonly reply: number;
  /** In questions of the reply. */
  readonly asked: number;
  readonly summary: number;
}

export type MemoryPart = keyof TermCounts;

/** More often than this says no more. */
const MOST = 127;
const BITS = 7;
const PLACES: Readonly<Record<MemoryPart, number>> = { input: 0, reply: BITS, asked: 2 * BITS, summary: 3 * BITS };

/** Counts in one small integer: there are millions of them in a long memory. */
export function withCount(packed: number, part: MemoryPart, times: number): number {
  const present = (packed >> PLACES[part]) & MOST;
  return packed + ((Math.min(MOST, present + times) - present) << PLACES[part]);
}

export function countsOf(packed: number): TermCounts {
  const of = (part: MemoryPart) => (packed >> PLACES[part]) & MOST;
  return { input: of('input'), reply: of('reply'), asked: of('asked'), summary: of('summary') };
}

/** Where a term stands: places of memories, and the counts there. */
export interface Postings {
  readonly places: number[];
  readonly counts: number[];
}
