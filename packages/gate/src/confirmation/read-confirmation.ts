import type { Notice } from '../receipt.ts';
import { findNumber, findText } from '../words/find-value.ts';
import { type FoldedText, foldText, withSpokenDigits } from '../words/folded-text.ts';
import { foldWord } from '../words/folded-word.ts';
import { type AnswerToken, answerTokens } from './answer-tokens.ts';
import { DIRECTION, NEGATION, VERIFY, withoutContractions } from './confirmation-words.ts';

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
  const tokens = namedChangesAside(answerTokens(answer, foldText(notice.text).text));
  if (isRefusal(tokens)) return 'no';
  return isAgreement(answer, tokens, notice.acknowledgementConfirms) ? 'yes' : 'other';
}

const NAMING = new Set(['the', 'this', 'that', 'these', 'those']);

/** "Go ahead with the update" names what the notice is about and asks for nothing else. */
function namedChangesAside(tokens: readonly AnswerToken[]): readonly AnswerToken[] {
  let goesAhead = false;
  return tokens.map((token, index) => {
    if (token.kind === 'go') goesAhead = true;
    else if (token.kind === 'end') goesAhead = false;
    const isNamed = goesAhead && token.kind === 'change' && NAMING.has(tokens[index - 1]?.text ?? '');
    return isNamed ? { text: token.text, kind: 'filler' } : token;
  });
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
  const said = tokens.filter(({ kind }) => kind !== 'agree' && kind !== 'quote').map(({ text }) => text);
  if (NEGATION.test(said.join(' '))) return false;
  const clauses = clausesOf(tokens);
  const lead = leadOf(tokens, clauses);
  if (!lead) return acknowledgementConfirms && tokens.some(({ kind }) => kind === 'acknowledge');
  if (lead.kind !== 'confirm' && lead.kind !== 'go' && lead.kind !== 'agree') return false;
  return clauses.every((clause, index) => isPlain(clause) || mayStand(clause, index, clauses));
}

/**
 * What an answer begins with. What the notice says itself may be said before a yes in full: the reason, and then "please
 * go ahead".
 */
function leadOf(tokens: readonly AnswerToken[], clauses: readonly (readonly AnswerToken[])[]): AnswerToken | undefined {
  const behind = clauses.find((clause) => clause.some(({ kind }) => kind !== 'echo' && !isAside(kind)))?.find(leads);
  return behind?.kind === 'go' || behind?.kind === 'confirm' ? behind : tokens.find(leads);
}

function leads({ kind }: AnswerToken): boolean {
  return !isAside(kind);
}

function isAside(kind: AnswerToken['kind']): boolean {
  return kind === 'filler' || kind === 'acknowledge' || kind === 'end';
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
 * Words of the customer's own are let through behind "proceed" or "go ahead", and in a clause after one that says the yes in
 * full: there they are a remark. Behind a mere 是的 they may say anything, and what is to be used, paid or sent otherwise is no
 * remark anywhere.
 */
function mayStand(
  clause: readonly AnswerToken[],
  index: number,
  clauses: readonly (readonly AnswerToken[])[],
): boolean {
  if (clause.filter(({ kind }) => kind === 'unknown').length > MOST_OWN_WORDS) return false;
  if (DIRECTION.test(clause.map(({ text }) => text).join(' '))) return false;
  return isFullYes(clause) || (!hasGo(clause) && clauses.slice(0, index).some(isFullYes));
}

function isFullYes(clause: readonly AnswerToken[]): boolean {
  if (!hasGo(clause)) return isPlain(clause) && clause.some(({ kind }) => kind === 'confirm');
  const unknown = clause.findIndex(({ kind }) => kind === 'unknown');
  return unknown < 0 || unknown > clause.findIndex(({ kind }) => kind === 'go');
}

function hasGo(clause: readonly AnswerToken[]): boolean {
  return clause.some(({ kind }) => kind === 'go');
}
