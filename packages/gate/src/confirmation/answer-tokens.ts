import { CALL_OFF, PHRASES, type PhraseKind } from './confirmation-words.ts';

/** A piece of an answer, and how it counts. */
export interface AnswerToken {
  readonly text: string;
  /** `echo` stands in the notice; `end` closes a clause; `unknown` is anything else. */
  readonly kind: PhraseKind | 'echo' | 'end' | 'unknown';
}

const LATIN_WORD = /[a-z0-9#][a-z0-9#_\-.:/]*/y;
const WORD_CHARACTER = /[a-z0-9]/;
const END = /[\s]*[,，.。!！;；、~～…—\n()（）“”"「」:：]/y;
const HAN = /\p{Script=Han}/u;

/**
 * Cuts a folded answer into phrases, words that the notice uses too, and the rest. The longest reading wins; a phrase wins
 * over an echo of the same length.
 */
export function answerTokens(answer: string, notice: string): readonly AnswerToken[] {
  const noticeWords = new Set(notice.match(/[a-z]{3,}/g) ?? []);
  const tokens: AnswerToken[] = [];
  let at = 0;
  while (at < answer.length) {
    const end = matchAt(END, answer, at);
    if (end !== undefined) {
      tokens.push({ text: end, kind: 'end' });
      at += end.length;
    } else if (/\s/.test(answer[at] ?? '')) at += 1;
    else {
      const token = readToken(answer, at, notice, noticeWords);
      tokens.push(token);
      at += token.text.length;
    }
  }
  return tokens;
}

function readToken(answer: string, at: number, notice: string, noticeWords: ReadonlySet<string>): AnswerToken {
  if (/[?？]/.test(answer[at] ?? '')) return { text: answer[at] ?? '', kind: 'open' };
  const phrase = callOff(answer, at, notice) ?? phraseAt(answer, at);
  const echo = echoAt(answer, at, notice, noticeWords);
  const isEcho =
    echo !== undefined && (phrase === undefined || echo.length > phrase.text.length || phrase.kind === 'change');
  if (isEcho) return { text: echo, kind: 'echo' };
  if (phrase) return phrase;
  const word = matchAt(LATIN_WORD, answer, at);
  return { text: word ?? String.fromCodePoint(answer.codePointAt(at) ?? 0), kind: 'unknown' };
}

function phraseAt(answer: string, at: number): AnswerToken | undefined {
  const phrase = PHRASES.find(({ text }) => answer.startsWith(text, at) && isWhole(answer, at, text));
  return phrase && { text: phrase.text, kind: phrase.kind };
}

function callOff(answer: string, at: number, notice: string): AnswerToken | undefined {
  for (const { root, phrases } of CALL_OFF) {
    if (notice.includes(root)) continue;
    const phrase = phrases.find((text) => answer.startsWith(text, at) && isWhole(answer, at, text));
    if (phrase !== undefined) return { text: phrase, kind: 'decline' };
  }
  return undefined;
}

/** Latin phrases are whole words; Chinese has no such boundary. */
function isWhole(answer: string, at: number, phrase: string): boolean {
  if (!WORD_CHARACTER.test(phrase[0] ?? '')) return true;
  return !WORD_CHARACTER.test(answer[at - 1] ?? '') && !WORD_CHARACTER.test(answer[at + phrase.length] ?? '');
}

/** At least two Chinese characters that stand in the notice like this, a word with the stem of one, or a number. */
function echoAt(answer: string, at: number, notice: string, noticeWords: ReadonlySet<string>): string | undefined {
  if (!HAN.test(answer[at] ?? '')) {
    const word = matchAt(LATIN_WORD, answer, at);
    if (word === undefined) return undefined;
    // Numbers that are not in the notice have been sorted out before.
    if (/\d/.test(word)) return word;
    return [...noticeWords].some((known) => sameStem(word, known)) ? word : undefined;
  }
  let end = at;
  while (end < answer.length && HAN.test(answer[end] ?? '') && notice.includes(answer.slice(at, end + 1))) end += 1;
  return end - at >= 2 ? answer.slice(at, end) : undefined;
}

function sameStem(left: string, right: string): boolean {
  if (left === right) return true;
  const shorter = Math.min(left.length, right.length);
  const stem = Math.max(4, shorter - 3);
  return shorter >= stem && left.slice(0, stem) === right.slice(0, stem) && Math.abs(left.length - right.length) <= 6;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
