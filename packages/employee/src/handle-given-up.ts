import type { InboxItem, Writing } from '@rolecall/journal';
import { closingCommit, expectsAnswer, failureReply, openingEntries, textOf } from './close-item.ts';
import type { ConversationState } from './conversation-state.ts';
import { languageOfMessage } from './language-of-message.ts';

/**
 * Gives up an item where `giveUpItem` fails too, or there is no employee to do it: it is set aside, and whoever waits for an
 * answer is told that there is none. Nothing is decided and nothing is done.
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
