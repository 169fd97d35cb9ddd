import type { JournalEntry } from '@rolecall/journal';
import { messagesOfRound, type PastMessage, type PastRound } from '@rolecall/kernel';
import type { RoundSpan } from './conversation-state.ts';
import { type EmployeeEntries, isEmployeeEntry, isWhole } from './entries.ts';

/**
 * The earlier rounds as the model sees them: what the customer wrote, what was called and answered, and what was really
 * sent. A text that the model wrote and that did not leave is not in its history, so that it cannot believe it said so;
 * neither is a call without its result.
 */
export function pastRoundsOf(rounds: readonly RoundSpan[], except?: string): readonly PastRound[] {
  return rounds
    .filter(({ round }) => round !== except)
    .flatMap((span) => {
      const past = pastRoundOf(span);
      return past.messages.length === 0 ? [] : [past];
    });
}

/** One object for a span as long as it lives: the kernel counts the tokens of a message once. */
const known = new WeakMap<RoundSpan, PastRound>();

function pastRoundOf(span: RoundSpan): PastRound {
  const present = known.get(span);
  if (present) return present;
  const past = { round: span.round, messages: pastMessagesOf(span) };
  known.set(span, past);
  return past;
}

/** The entries since the round (last) began. */
export function lastAttempt({ entries }: RoundSpan): readonly JournalEntry[] {
  const begun = entries.findLastIndex(({ kind }) => kind === 'employee.round_started');
  return entries.slice(Math.max(begun, 0));
}

function pastMessagesOf(span: RoundSpan): readonly PastMessage[] {
  const whole = span.entries.filter(isWhole);
  const attempt = lastAttempt(span).filter(isWhole);
  return [
    ...whole.flatMap((entry): PastMessage[] =>
      isEmployeeEntry(entry, 'employee.message_received') ? [{ role: 'user', text: entry.data.text }] : [],
    ),
    ...attempt.flatMap((entry): PastMessage[] =>
      isEmployeeEntry(entry, 'employee.taken_back') ? [noted(entry.data.summary)] : [],
    ),
    ...callsOf(messagesOfRound(attempt)),
    ...attempt.flatMap((entry): PastMessage[] =>
      isEmployeeEntry(entry, 'employee.replied') ? [sentMessage(entry.data)] : [],
    ),
  ];
}

/** What an operator wrote to the customer is on record as theirs, and no word of the employee's. */
function sentMessage({ kind, text, parts, language }: EmployeeEntries['employee.replied']): PastMessage {
  if (kind !== 'person') return { role: 'assistant', text, calls: [] };
  const person = parts[0]?.person ?? '';
  return noted(
    language === 'zh' ? `人工客服 ${person} 对客户说：${text}` : `${person}, a person, wrote to the customer: ${text}`,
  );
}

/** A record that neither the customer nor the model wrote. */
function noted(text: string): PastMessage {
  return { role: 'user', text: `[rolecall] ${text}` };
}

/** Calls with their results, and nothing of what was said beside them: it did not leave. */
function callsOf(messages: readonly PastMessage[]): readonly PastMessage[] {
  return messages.flatMap((message, index): PastMessage[] => {
    if (message.role !== 'assistant' || message.calls.length === 0) return [];
    const next = messages[index + 1];
    return next?.role === 'tool' ? [{ ...message, text: '' }, next] : [];
  });
}
