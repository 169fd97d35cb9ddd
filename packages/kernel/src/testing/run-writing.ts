import type { CommitDraft, JournalEntry, Writing } from '@rolecall/journal';

/** A writing that ran to its end, and what it wrote. */
export interface RanWriting<Result> {
  readonly result: Result;
  readonly commits: readonly CommitDraft[];
  /** All entries written, complete, in order. */
  readonly entries: readonly JournalEntry[];
}

/** Runs a writing without a store: every commit is taken, its entries are numbered, and nothing is refused. */
export async function runWriting<Result>(
  writing: Writing<Result>,
  onCommit?: (commit: CommitDraft) => void,
): Promise<RanWriting<Result>> {
  const commits: CommitDraft[] = [];
  const entries: JournalEntry[] = [];
  let step = await writing.next();
  while (!step.done) {
    commits.push(step.value);
    onCommit?.(step.value);
    const written = step.value.entries.map(
      ({ personal: _, ...draft }, index): JournalEntry => ({
        ...draft,
        conversation: 'conversation_test',
        round: 'round_test',
        sequence: entries.length + 1 + index,
        at: '2026-01-01T00:00:00.000Z',
        engine: 'test@0',
      }),
    );
    entries.push(...written);
    step = await writing.next({ status: 'committed', entries: written, sequence: entries.length });
  }
  return { result: step.value, commits, entries };
}
