import { CALL_OFF, PHRASES, type PhraseKind } from './confirmation-words.ts';

/** A piece of an answer, and how it counts. */
export interface AnswerToken {
  readonly text: string;
  /** `echo` stands in the notice, `quote` at length and word for word; `end` closes a clause; `unknown` is anything else. */
  readonly kind: PhraseKind | 'echo' | 'quote' | 'end' | 'unknown';
}

const LATIN_WORD = /[a-z0-9#](?:[a-z0-9#_\-.:/]*[a-z0-9#_])?/y;
const WORDS = /[a-z0-9]+(?: [a-z0-9]+)*/y;
const WORD_CHARACTER = /[a-z0-9]/;
const END = /[\s]*[,，.。!！;；、~～…—\n()（）“”"「」:：*]/y;
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
  const quote = phrase && DENIES.has(phrase.kind) ? quoteAt(answer, at, notice) : undefined;
  if (quote !== undefined) return { text: quote, kind: 'quote' };
  const echo = echoAt(answer, at, notice, noticeWords);
  const isEcho =
    echo !== undefined && (phrase === undefined || echo.length > phrase.text.length || phrase.kind === 'change');
  if (isEcho) return { text: echo, kind: 'echo' };
  if (phrase) return phrase;
  const word = matchAt(LATIN_WORD, answer, at);
  return { text: word ?? String.fromCodePoint(answer.codePointAt(at) ?? 0), kind: 'unknown' };
}

/** What would turn an answer round, unless the notice says it together with what follows: no rush. */
const DENIES: ReadonlySet<AnswerToken['kind']> = new Set(['decline', 'negate']);
const QUOTED_HAN = 3;
const QUOTED_WORDS = 3;

/** What the notice says from here on, word for word: at least three Chinese characters, or three words. */
function quoteAt(answer: string, at: number, notice: string): string | undefined {
  if (HAN.test(answer[at] ?? '')) {
    const run = hanRunAt(answer, at, notice);
    return run.length >= QUOTED_HAN ? run : undefined;
  }
  const words = matchAt(WORDS, answer, at)?.split(' ') ?? [];
  for (let count = words.length; count >= QUOTED_WORDS; count--) {
    const run = words.slice(0, count).join(' ');
    if (standsWhole(run, notice)) return run;
  }
  return undefined;
}

function standsWhole(run: string, notice: string): boolean {
  for (let at = notice.indexOf(run); at >= 0; at = notice.indexOf(run, at + 1))
    if (isWhole(notice, at, run)) return true;
  return false;
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
  const run = hanRunAt(answer, at, notice);
  return run.length >= 2 ? run : undefined;
}

function hanRunAt(answer: string, at: number, notice: string): string {
  let end = at;
  while (end < answer.length && HAN.test(answer[end] ?? '') && notice.includes(answer.slice(at, end + 1))) end += 1;
  return answer.slice(at, end);
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
