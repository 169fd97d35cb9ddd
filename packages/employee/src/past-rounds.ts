import type { PastMessage, PastRound } from '@rolecall/kernel';
import { messagesOfRound } from '@rolecall/kernel';
import type { RoundSpan } from './conversation-state.ts';
import { isEmployeeEntry } from './entries.ts';

/**
 * The earlier rounds as the model sees them: what the customer wrote, what was called and answered, and what was really
 * sent. A text that the model wrote and that did not leave is not in its history, so that it cannot believe it said so.
 */
export function pastRoundsOf(rounds: readonly RoundSpan[], except?: string): readonly PastRound[] {
  return rounds
    .filter(({ round }) => round !== except)
    .flatMap((span) => {
      const messages = pastMessagesOf(span);
      return messages.length === 0 ? [] : [{ round: span.round, messages }];
    });
}

function pastMessagesOf(span: RoundSpan): readonly PastMessage[] {
  const lastStart = span.entries.findLastIndex(({ kind }) => kind === 'employee.round_started');
  const received = span.entries.find((entry) => isEmployeeEntry(entry, 'employee.message_received'));
  const attempt = span.entries.slice(Math.max(lastStart, 0));
  const messages: PastMessage[] = [];
  if (received && isEmployeeEntry(received, 'employee.message_received'))
    messages.push({ role: 'user', text: received.data.text });
  messages.push(...withoutLastWords(messagesOfRound(attempt)));
  for (const entry of attempt) {
    if (isEmployeeEntry(entry, 'employee.replied'))
      messages.push({ role: 'assistant', text: entry.data.text, calls: [] });
  }
  return messages;
}

/** Without a closing text of the model: the reply that was sent stands for it. */
function withoutLastWords(messages: readonly PastMessage[]): readonly PastMessage[] {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.calls.length === 0 ? messages.slice(0, -1) : messages;
}
