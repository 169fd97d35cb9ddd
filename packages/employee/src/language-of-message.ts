import { type Language, languageOf } from '@rolecall/base';
import type { ConversationState } from './conversation-state.ts';

/** Addresses, and what holds a digit: a code is written the same in every language. */
const CODES = /https?:\/\/[^\s\p{Script=Han}]+|[A-Za-z0-9_#@.:/+-]*[\d@][A-Za-z0-9_#@.:/+-]*/gu;
/** ok, yes, no, hi: short words that people of every language type. */
const SHORT_WORD = /^[^\p{L}]*\p{Script=Latin}{1,3}[^\p{L}]*$/u;

/**
 * In which language a message is answered: the one it is written in. What says nothing about it (a number, a code, a
 * short word in the middle of a conversation) leaves the conversation's.
 */
export function languageOfMessage(
  text: string,
  { language, said }: Pick<ConversationState, 'language' | 'said'>,
): Language {
  const words = text.replace(CODES, ' ');
  if (said.length > 0 && SHORT_WORD.test(words)) return language;
  return languageOf(words, language);
}
