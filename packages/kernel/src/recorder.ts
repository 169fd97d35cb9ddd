import { RolecallError } from '@rolecall/base';
import type { CommitAnswer, CommitDraft, Writing } from '@rolecall/journal';

/**
 * Puts a draft on record and answers what became of it: at once where the record needs no waiting. Fails with
 * `NotRecorded`, and from then on always.
 */
export type Recorder = (draft: CommitDraft) => CommitAnswer | Promise<CommitAnswer>;

/** Nothing can be put on record any more: the round is over, whatever it had still to do. */
export class NotRecorded extends RolecallError {}

/** Runs a writing: what it yields is recorded. One that is not recorded ends it; its `finally` blocks still run. */
export async function recordWriting<Result>(writing: Writing<Result>, record: Recorder): Promise<Result> {
  let step = await writing.next();
  while (!step.done) {
    let answer: CommitAnswer;
    try {
      answer = await record(step.value);
    } catch (error) {
      // Why it ended is what is told, also where cleaning up fails.
      await writing.return(undefined as never).catch(() => undefined);
      throw error;
    }
    step = await writing.next(answer);
  }
  return step.value;
}

/** True for what a function answers that may write on its way. */
export function isWriting<Result extends object>(
  answer: Writing<Result> | Promise<Result> | Result,
): answer is Writing<Result> {
  return Symbol.asyncIterator in answer;
}

/**
 * The other way round: what `act` records comes out as a writing, one draft after the other, in the order in which it was
 * recorded, and each answer goes back to where it was asked for.
 *
 * When the writing is dropped, all that `act` records from then on fails with `NotRecorded`, and it is waited for.
 */
export async function* writingOf<Result>(act: (record: Recorder) => Promise<Result>): Writing<Result> {
  const asked: AskedRecord[] = [];
  let answering: AskedRecord | undefined;
  let isDropped = false;
  let wake = () => {};
  const record: Recorder = (draft) =>
    new Promise((resolve, reject) => {
      if (isDropped) return reject(droppedWriting());
      asked.push({ draft, resolve, reject });
      wake();
    });
  let outcome: PromiseSettledResult<Result> | undefined;
  const acting = Promise.allSettled([act(record)]).then(([settled]) => {
    outcome = settled;
    wake();
  });
  try {
    for (;;) {
      answering = asked.shift();
      if (answering) answering.resolve(yield answering.draft);
      else if (outcome) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      answering = undefined;
    }
  } finally {
    isDropped = true;
    for (const one of [...(answering ? [answering] : []), ...asked]) one.reject(droppedWriting());
    await acting;
  }
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

interface AskedRecord {
  readonly draft: CommitDraft;
  readonly resolve: (answer: CommitAnswer) => void;
  readonly reject: (error: NotRecorded) => void;
}

function droppedWriting(): NotRecorded {
  return new NotRecorded({
    code: 'writing_dropped',
    message: { en: 'Nobody takes any more what this round writes.', zh: '这个轮次写出的内容已经没有人接收。' },
  });
}
