import type { CliIo } from '../io.ts';
import type { Answer } from './dialogue.ts';
import type { Reply } from './reply.ts';

/** The last line of a message's events: what was said, where it stands in the journal. */
export function printReplyLine(io: CliIo, conversation: string, { round, replies }: Answer): void {
  const text = replies.map((reply) => reply.text).join('\n');
  const notice = replies.findLast((reply) => reply.kind === 'notice');
  io.out(
    JSON.stringify({
      type: 'reply',
      text,
      conversation,
      round,
      ...(notice === undefined ? {} : { notice: noticeOf(notice) }),
    }),
  );
}

/** One thing by its operation; several as a list, in the order of their numbers. */
function noticeOf({ operations, expiresAt }: Reply) {
  const [only, ...more] = operations;
  return more.length === 0 ? { operation: only, expiresAt } : { operations, expiresAt };
}
