import type { Language } from '@rolecall/base';
import { type ConversationState, emptyState, foldConversation } from '@rolecall/employee';
import type { StorePorts } from '@rolecall/journal';

const KEPT = 500;

/** Folded conversations, kept while they are in use: a round folds only what has been written since. */
export interface ConversationStates {
  /** The state up to the last entry of the journal. */
  current(conversation: string, language: Language): Promise<ConversationState>;
  forget(conversation: string): void;
}

/** Keeps the 500 conversations used last. What is forgotten is folded again from the journal. */
export function createConversationStates(store: Pick<StorePorts, 'entries'>): ConversationStates {
  const states = new Map<string, ConversationState>();
  return {
    async current(conversation, language) {
      const known = states.get(conversation) ?? emptyState(language);
      const state = foldConversation(known, await store.entries(conversation, known.sequence));
      states.delete(conversation);
      states.set(conversation, state);
      const oldest = states.keys().next().value;
      if (states.size > KEPT && oldest !== undefined) states.delete(oldest);
      return state;
    },
    forget: (conversation) => {
      states.delete(conversation);
    },
  };
}
