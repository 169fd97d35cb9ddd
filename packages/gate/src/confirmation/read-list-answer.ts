import type { Notice } from '../receipt.ts';
import { foldText } from '../words/folded-text.ts';
import { type AnswerToken, answerTokens } from './answer-tokens.ts';
import { withoutContractions } from './confirmation-words.ts';
import { type ListAnswer, readSelection } from './list-selection.ts';
import { readConfirmation } from './read-confirmation.ts';

/**
 * Reads the answer to notices that were shown as one numbered list: a yes confirms all, a number those that it names, a no
 * declines all. Anything that could be about some of them and does not name them by number is `other`, and nothing runs.
 *
 * Deterministic, in Chinese and English, without a model. To a single notice it is `readConfirmation`.
 * Source: design, section 6, "Confirmation".
 */
export function readListAnswer(
  text: string,
  notices: readonly Pick<Notice, 'text' | 'acknowledgementConfirms'>[],
): ListAnswer {
  const [first, ...more] = notices;
  if (first === undefined) return OTHER;
  if (more.length === 0) {
    const said = readConfirmation(text, first);
    return said === 'yes' ? { said, items: [0] } : { said };
  }
  const answer = withoutContractions(foldText(text).text).trim();
  return readSelection(answer, notices.length) ?? toAll(text, answer, notices);
}

const OTHER: ListAnswer = { said: 'other' };

/** Sayings in which a pronoun points at nothing. */
const SET_PHRASES = /\b(?:that is (?:right|correct)|do it|do this|make it so)\b/g;
/** Points at one of several, or at some: by number, place or pronoun. */
const OF_SOME =
  /[0-9第]|[这那][个项件条笔]|其中|部分|[一几][个项件条笔]|上一|下一|前一|后一|最后|其[他它余]|\b(?:this|that|it|one|ones|some|any|either|last|former|latter|rest|others?)\b/;

/** A yes or no that would be one to each notice alone, and that says nothing which only some of them are about. */
function toAll(
  text: string,
  answer: string,
  notices: readonly Pick<Notice, 'text' | 'acknowledgementConfirms'>[],
): ListAnswer {
  if (/^(?:都|全都?|全部都?|一个都)?(?:不要|不用|不办|不需要)了?[。.!]*$/.test(answer)) return { said: 'no' };
  if (/^(?:none of (?:them|these)|none|neither(?: of them)?)[.!]*$/.test(answer)) return { said: 'no' };
  if (OF_SOME.test(answer.replace(SET_PHRASES, ''))) return OTHER;
  const readings = new Set(notices.map((notice) => readConfirmation(text, notice)));
  const [said] = readings;
  if (readings.size > 1 || said === undefined || said === 'other') return OTHER;
  const tokens = notices.flatMap((notice) => answerTokens(answer, foldText(notice.text).text));
  if (!tokens.every((token) => isAboutAll(token, said))) return OTHER;
  return said === 'yes' ? { said, items: notices.map((_, index) => index) } : { said };
}

/** Words of the customer's own may be about one of them, and so may a no to what a notice names. */
function isAboutAll({ kind }: AnswerToken, said: 'yes' | 'no'): boolean {
  return kind !== 'unknown' && (said === 'yes' || kind !== 'echo');
}
