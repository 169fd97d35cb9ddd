import type { Notice } from '../receipt.ts';
import { findNumber, findText } from '../words/find-value.ts';
import { type FoldedText, foldText, withSpokenDigits } from '../words/folded-text.ts';
import { foldWord } from '../words/folded-word.ts';
import { type AnswerToken, answerTokens } from './answer-tokens.ts';
import { NEGATION, VERIFY, withoutContractions } from './confirmation-words.ts';

/**
 * What a customer's message is to the notice shown last: a yes, a no, or anything else, which is answered as usual.
 *
 * Deterministic, in Chinese and English, without a model. A yes has an affirmative lead-in and no negation, contrast,
 * question, further wish or value that the notice does not show; a bare acknowledgement (好的, ok) is one only where the
 * contract says so. Source: design, section 6, "Confirmation".
 */
export function readConfirmation(
  text: string,
  notice: Pick<Notice, 'text' | 'acknowledgementConfirms'>,
): 'yes' | 'no' | 'other' {
  const answer = withoutContractions(foldText(text).text).trim();
  if (answer === '' || answer.length > LONGEST) return 'other';
  if (hasOtherNumber(answer, notice.text)) return 'other';
  const tokens = answerTokens(answer, foldText(notice.text).text);
  if (isRefusal(tokens)) return 'no';
  return isAgreement(answer, tokens, notice.acknowledgementConfirms) ? 'yes' : 'other';
}

/** A longer message says more than yes or no. */
const LONGEST = 160;
const NUMBER = /[#a-z0-9_\-.:/]*\d[a-z0-9_\-.:/]*/g;

/** True when the answer names a number, a date or an identifier that the notice does not show. */
function hasOtherNumber(answer: string, notice: string): boolean {
  const shown = foldText(notice);
  const texts = [shown, withSpokenDigits(shown)].filter((text) => text !== undefined);
  const spoken = withSpokenDigits(foldText(answer))?.text ?? answer;
  return (spoken.match(NUMBER) ?? []).some((match) => !texts.some((text) => stands(match, text)));
}

function stands(match: string, text: FoldedText): boolean {
  const value = match.replace(/[-_.:/]+$/, '');
  if (findText(foldWord(value), text) !== undefined) return true;
  return /^\d+(\.\d+)?$/.test(value) && findNumber(Number(value), text) !== undefined;
}

/** Nothing but refusing words, and what the notice is about right behind one that denies it. */
function isRefusal(tokens: readonly AnswerToken[]): boolean {
  let refuses = false;
  let denies = false;
  for (const { kind } of tokens) {
    switch (kind) {
      case 'decline':
      case 'negate':
        refuses = true;
        denies = kind === 'negate';
        break;
      case 'filler':
        break;
      case 'acknowledge':
      case 'end':
        denies = false;
        break;
      case 'echo':
      case 'go':
      case 'confirm':
        if (!denies) return false;
        break;
      default:
        return false;
    }
  }
  return refuses;
}

function isAgreement(answer: string, tokens: readonly AnswerToken[], acknowledgementConfirms: boolean): boolean {
  if (VERIFY.test(answer)) return false;
  if (tokens.some(({ kind }) => kind === 'open' || kind === 'change' || kind === 'decline' || kind === 'negate'))
    return false;
  const said = tokens.filter(({ kind }) => kind !== 'agree').map(({ text }) => text);
  if (NEGATION.test(said.join(' '))) return false;
  const lead = tokens.find(({ kind }) => kind !== 'filler' && kind !== 'acknowledge' && kind !== 'end');
  if (!lead) return acknowledgementConfirms && tokens.some(({ kind }) => kind === 'acknowledge');
  if (lead.kind !== 'confirm' && lead.kind !== 'go' && lead.kind !== 'agree') return false;
  return clausesOf(tokens).every((clause, index, clauses) => isPlain(clause) || mayStand(clause, index, clauses));
}

function clausesOf(tokens: readonly AnswerToken[]): readonly (readonly AnswerToken[])[] {
  const clauses: AnswerToken[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'end') clauses.push([]);
    else clauses.at(-1)?.push(token);
  }
  return clauses.filter((clause) => clause.length > 0);
}

function isPlain(clause: readonly AnswerToken[]): boolean {
  return clause.every(({ kind }) => kind !== 'unknown');
}

const MOST_OWN_WORDS = 12;

/**
 * Words of the customer's own are let through behind "proceed" or "go ahead", and in a clause after one that is a plain 确认:
 * there the yes has been said in full. Behind a mere 是的 they may say anything.
 */
function mayStand(
  clause: readonly AnswerToken[],
  index: number,
  clauses: readonly (readonly AnswerToken[])[],
): boolean {
  const unknown = clause.filter(({ kind }) => kind === 'unknown');
  if (unknown.length > MOST_OWN_WORDS) return false;
  const goesAhead = clause.findIndex(({ kind }) => kind === 'go');
  if (goesAhead >= 0) return clause.findIndex(({ kind }) => kind === 'unknown') > goesAhead;
  return clauses.slice(0, index).some((earlier) => isPlain(earlier) && earlier.some(({ kind }) => kind === 'confirm'));
}
