import type { CliIo } from '../io.ts';
import type { Answer } from './dialogue.ts';

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
      ...(notice === undefined ? {} : { notice: { operation: notice.operation, expiresAt: notice.expiresAt } }),
    }),
  );
}
