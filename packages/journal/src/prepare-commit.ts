import { type Bilingual, RolecallError } from '@rolecall/base';
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
      throw malformed(`entries[${index}].sequence`, {
        en: `It is ${entry.sequence}, and ${expected} follows.`,
        zh: `它是 ${entry.sequence}，而接下来应是 ${expected}。`,
      });
    if (entry.conversation !== commit.conversation)
      throw malformed(`entries[${index}].conversation`, {
        en: 'It is not the conversation of the commit.',
        zh: '它不是这次提交的会话。',
      });
  }
}

/** A reader resumes the outbox from a sequence number: what has none of its own would be passed over. */
function checkOutbox(commit: Commit): void {
  if (commit.outbox && commit.outbox.length > 0 && commit.entries.length === 0)
    throw malformed('outbox', {
      en: 'It has items, and the commit has no entry that says why they are sent.',
      zh: '它有内容，而提交里没有记录说明为什么发送。',
    });
}

/** A sum of whole numbers is exact; anything else would count more or less than it says. */
function checkRaises({ raise }: Commit): void {
  for (const [index, { amount = 1, max }] of (raise ?? []).entries()) {
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw malformed(`raise[${index}].amount`, {
        en: `It is ${amount}, and must be a whole number from 0.`,
        zh: `它是 ${amount}，必须是不小于 0 的整数。`,
      });
    if (!Number.isSafeInteger(max))
      throw malformed(`raise[${index}].max`, {
        en: `It is ${max}, and must be a whole number.`,
        zh: `它是 ${max}，必须是整数。`,
      });
  }
}

function malformed(path: string, message: Bilingual): RolecallError {
  return new RolecallError({
    code: 'commit_malformed',
    at: { path },
    message: {
      en: `A commit is not well formed at ${path}. ${message.en} Nothing was written.`,
      zh: `提交在 ${path} 处格式不对。${message.zh}没有写入任何内容。`,
    },
    hint: {
      en: 'Let drive() number the entries, and write an entry for everything that is sent.',
      zh: '让 drive() 给记录编号，并为发出的每一样写一条记录。',
    },
  });
}
