import type { Clock } from '@rolecall/base';
import type { InboxItem, Writing } from '@rolecall/journal';
import { closingCommit, expectsAnswer, failureReply, openingEntries, textOf } from './close-item.ts';
import type { ConversationState } from './conversation-state.ts';
import { handleOperatorAlone } from './hand-over/handle-operator.ts';
import { timerAgain } from './handle-timer.ts';
import { languageOfMessage } from './language-of-message.ts';

/**
 * Handles an item of an employee that the workspace does not have now: nothing is decided or done, and a customer who
 * waits for an answer is told that nobody could give one. A timer comes again, for the employee may. A person's words reach
 * the customer all the same.
 */
export async function* handleUnattended(
  state: ConversationState,
  item: InboxItem,
  round: string,
  clock: Clock,
): Writing<void> {
  const language = item.kind === 'message' ? languageOfMessage(textOf(item), state) : state.language;
  yield { entries: openingEntries(item, language, state.rounds.at(-1)?.round === round) };
  const closing = closingCommit(
    { item, language, state },
    handleOperatorAlone({ item, state, language }) ?? {
      replies: expectsAnswer(item) ? [failureReply(language)] : [],
      end: 'employee_unknown',
      problem: 'The workspace has no such employee.',
      timers: item.kind === 'timer' ? timerAgain(item.data, clock.now()) : [],
    },
  );
  // An event stays to be seen, and can be tried anew once the employee is there.
  const setAside = [{ item: item.id, error: 'employee_unknown: the workspace has no such employee.' }];
  yield item.kind === 'event' ? { ...closing, consume: [], setAside } : closing;
}
