import type { Receipt } from '@rolecall/gate';
import { type Reply, receiptPart } from './compose-reply.ts';
import type { ConversationState } from './conversation-state.ts';
import type { ReplyPart } from './entries.ts';

/**
 * Writes of the conversation that ended (or were left in doubt) and that no message has told, nor any of the messages
 * about to be sent. There are some only after a crash or a failure: their outcome is told before anything else.
 */
export function untoldWrites(
  { receipts, told }: Pick<ConversationState, 'receipts' | 'told'>,
  replies: readonly Reply[] = [],
): readonly Receipt[] {
  const telling = new Set(replies.flatMap(({ parts }) => parts.flatMap(toldBy)));
  return receipts.filter(({ id, effect }) => effect === 'write' && !told.has(id) && !telling.has(id));
}

/** One message that tells them. */
export function tellingOf(receipts: readonly Receipt[]): readonly Reply[] {
  const parts = receipts.flatMap((receipt) => receiptPart(receipt) ?? []);
  return parts.length === 0 ? [] : [{ kind: 'reply', parts }];
}

function toldBy({ kind, operation }: ReplyPart): readonly string[] {
  return kind === 'fixed' && operation !== undefined ? [operation] : [];
}
