import type { CommitAnswer, CommitDraft, Writing } from '@rolecall/journal';

/**
 * Runs several writings at the same time as one. What they yield comes out one commit after the other, in the order in
 * which it becomes ready, and each answer goes back to the writing that asked. Answers the results in the order of the
 * writings.
 *
 * When one of them throws, or the merged writing is dropped, the others are told to return and are waited for.
 */
export async function* mergeWritings<Result>(writings: readonly Writing<Result>[]): Writing<Result[]> {
  const results: Result[] = [];
  const running = new Map<number, Promise<Progress<Result>>>();
  const resume = (index: number, writing: Writing<Result>, step: Promise<IteratorResult<CommitDraft, Result>>) => {
    running.set(
      index,
      step.then((value) => ({ index, writing, step: value })),
    );
  };
  writings.forEach((writing, index) => {
    resume(index, writing, writing.next());
  });
  try {
    while (running.size > 0) {
      const { index, writing, step } = await Promise.race(running.values());
      if (step.done) {
        running.delete(index);
        results[index] = step.value;
      } else {
        const answer: CommitAnswer = yield step.value;
        resume(index, writing, writing.next(answer));
      }
    }
    return results;
  } finally {
    if (running.size > 0) await dropAll([...running.keys()].flatMap((index) => writings[index] ?? []));
  }
}

interface Progress<Result> {
  readonly index: number;
  readonly writing: Writing<Result>;
  readonly step: IteratorResult<CommitDraft, Result>;
}

/** What the dropped ones still throw belongs to a round that no longer exists. */
async function dropAll(writings: readonly Writing<unknown>[]): Promise<void> {
  await Promise.allSettled(writings.map((writing) => writing.return(undefined)));
}
