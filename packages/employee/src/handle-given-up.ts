import type { InboxItem, Writing } from '@rolecall/journal';
import { closingCommit, expectsAnswer, failureReply, openingEntries, textOf } from './close-item.ts';
import type { ConversationState } from './conversation-state.ts';
import { languageOfMessage } from './language-of-message.ts';

/**
 * Gives up an item whose handling has failed again and again: it is set aside, where operators see it, and those behind it
 * go on. Whoever waits for an answer is told that there is none. Nothing is decided and nothing is done.
 * Source: design, section 11 (9, 13).
 */
export async function* handleGivenUp(
  state: ConversationState,
  item: InboxItem,
  round: string,
  error: string,
): Writing<void> {
  const language = item.kind === 'message' ? languageOfMessage(textOf(item), state) : state.language;
  const opening = openingEntries(item, language, state.rounds.at(-1)?.round === round);
  const closing = closingCommit(
    { item, language, state },
    { replies: expectsAnswer(item) ? [failureReply(language)] : [], end: 'set_aside', problem: error },
  );
  yield { ...closing, entries: [...opening, ...closing.entries], consume: [], setAside: [{ item: item.id, error }] };
}
