import { RolecallError } from '@rolecall/base';
import type { Commit } from './commit.ts';

/** Takes known secrets out of a value. */
export type Redact = <Value>(value: Value) => Value;

/**
 * What every adapter does to a commit before it opens its transaction: refuses one that is not well formed (a fault of
 * the writer, hence an error and no result) and takes known secrets out of all that will be written.
 */
export function prepareCommit(commit: Commit, redact: Redact | undefined): Commit {
  checkNumbering(commit);
  checkOutbox(commit);
  checkRaises(commit);
  if (!redact) return commit;
  return {
    ...commit,
    entries: commit.entries.map((entry) => ({ ...entry, data: redact(entry.data) })),
    setAside: commit.setAside?.map((item) => ({ ...item, error: redact(item.error) })),
    outbox: commit.outbox?.map((item) => ({ ...item, data: redact(item.data) })),
    timers: commit.timers?.map((timer) => (timer.op === 'set' ? { ...timer, data: redact(timer.data) } : timer)),
  };
}

function checkNumbering(commit: Commit): void {
  for (const [index, entry] of commit.entries.entries()) {
    const expected = commit.expectedSequence + 1 + index;
    if (entry.sequence !== expected)
      throw malformed(`entries[${index}].sequence`, `It is ${entry.sequence}, and ${expected} follows.`);
    if (entry.conversation !== commit.conversation)
      throw malformed(`entries[${index}].conversation`, 'It is not the conversation of the commit.');
  }
}

/** A reader resumes the outbox from a sequence number: what has none of its own would be passed over. */
function checkOutbox(commit: Commit): void {
  if (commit.outbox && commit.outbox.length > 0 && commit.entries.length === 0)
    throw malformed('outbox', 'It has items, and the commit has no entry that says why they are sent.');
}

/** A sum of whole numbers is exact; anything else would count more or less than it says. */
function checkRaises({ raise }: Commit): void {
  for (const [index, { amount = 1, max }] of (raise ?? []).entries()) {
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw malformed(`raise[${index}].amount`, `It is ${amount}, and must be a whole number from 0.`);
    if (!Number.isSafeInteger(max)) throw malformed(`raise[${index}].max`, `It is ${max}, and must be a whole number.`);
  }
}

function malformed(path: string, message: string): RolecallError {
  return new RolecallError({
    code: 'commit_malformed',
    at: { path },
    message: `A commit is not well formed at ${path}. ${message} Nothing was written.`,
    hint: 'Let drive() number the entries, and write an entry for everything that is sent.',
  });
}
