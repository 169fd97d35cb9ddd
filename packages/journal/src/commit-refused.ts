import type { CommitResult } from './commit.ts';

/** Thrown inside an adapter's transaction to roll it back; the adapter answers its result. Nobody outside sees it. */
export class CommitRefused extends Error {
  readonly result: CommitResult;

  constructor(result: Exclude<CommitResult, { readonly status: 'committed' }>) {
    super(result.status);
    this.name = 'CommitRefused';
    this.result = result;
  }
}

/** Runs the transaction of a commit: its result, or that of the refusal that rolled it back. */
export function answerRefusal(transaction: () => CommitResult): CommitResult {
  try {
    return transaction();
  } catch (error) {
    if (error instanceof CommitRefused) return error.result;
    throw error;
  }
}
