import { fold } from './fold.ts';

/** What a text is made of for comparison: each term with the weight that its form gives it. */
export interface Terms {
  readonly plain: ReadonlyMap<string, number>;
  /** Terms that stand under a directive negation (`不要…`, `don't …`): what is not wanted. */
  readonly denied: ReadonlyMap<string, number>;
}

const BIGRAM = 1;
const CHARACTER = 0.35;
const WORD = 1;
const WORD_PAIR = 0.5;
/** A term of function words still tells questions apart (`how much`, `where`), but weakly. */
export const FUNCTION_WORD = 0.12;
const DENIED_CHARACTERS = 5;
const DENIED_WORDS = 4;

/** Polite and framing phrases: they part what stands around them and say nothing about what is wanted. */
const FRAMES =
  /请问一下|请问|麻烦你|麻烦您|麻烦|劳驾|拜托|帮我|帮忙|一下子|一下|能不能|可不可以|可以|能否|我想要|我想|我要|我需要|想要|需要|客户|顾客|用户|对方|明确|要求|询问|提出|希望|想知道|自己的|关于|有关|本人|现在|谢谢你|谢谢您|谢谢|你好|您好|哈喽/gu;
const FUNCTION_CHARACTERS = new Set(
  '的了吗呢吧啊呀嘛哦哈我你您他她它们是在有把被就都也很和与或请想要会能给让去来这那个些么什为怎对还再得着过',
);
const DENIALS_HAN =
  /(?<!要)不要|(?<!用)不用|(?<!想)不想|(?<!必)不必|不需要|无需|不打算|(?<!是)不是|千万别|(?<![特级分区类性识个差])别(?![人的墅名处家样])|勿|甭|先不|暂不|暂时不/u;
const FUNCTION_WORDS = new Set(
  (
    'a an the and or of to in on at for from by with as is are was were be been am i me my mine we us our you your it its this that these those ' +
    'what when where which who how why do does did have has had will would can could should may might shall please just some any so if then than there here ' +
    'want wants wanted need needs like asks ask asked wish wishes customer user someone about into out up down now hi hello hey thanks thank'
  ).split(' '),
);
const DENIALS_LATIN = new Set(["don't", 'dont', 'never', 'without']);

/** Cuts a text into terms: character pairs for Chinese, words for Latin script; numbers and codes are left out. */
export function termsOf(text: string): Terms {
  const plain = new Map<string, number>();
  const denied = new Map<string, number>();
  for (const clause of clausesOf(fold(text))) {
    for (const run of withoutFrames(clause).match(/\p{Script=Han}+/gu) ?? []) addHan(run, plain, denied);
    addLatin(clause.match(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}'’_-]*/gu) ?? [], plain, denied);
  }
  return { plain, denied };
}

/** The parts of a text between punctuation marks. */
export function clausesOf(text: string): readonly string[] {
  return text.split(/[,，。.!！?？;；:：\n、]+(?=\D|$)/u).filter((clause) => clause.trim() !== '');
}

/** A text with a space in place of each framing phrase. */
export function withoutFrames(text: string): string {
  return text.replaceAll(FRAMES, ' ');
}

function addHan(run: string, plain: Map<string, number>, denied: Map<string, number>): void {
  const denial = DENIALS_HAN.exec(run);
  if (denial) {
    const start = denial.index + denial[0].length;
    addCharacters(run.slice(0, denial.index), plain);
    addCharacters(run.slice(start, start + DENIED_CHARACTERS), denied);
    addHan(run.slice(start + DENIED_CHARACTERS), plain, denied);
    return;
  }
  addCharacters(run, plain);
}

function addCharacters(run: string, into: Map<string, number>): void {
  const characters = [...run];
  characters.forEach((character, index) => {
    const isFunction = FUNCTION_CHARACTERS.has(character);
    if (!isFunction) raise(into, character, CHARACTER);
    const next = characters[index + 1];
    if (next === undefined) return;
    const functions = Number(isFunction) + Number(FUNCTION_CHARACTERS.has(next));
    raise(into, character + next, BIGRAM * (functions === 0 ? 1 : functions === 1 ? 0.4 : FUNCTION_WORD));
  });
}

function addLatin(words: readonly string[], plain: Map<string, number>, denied: Map<string, number>): void {
  let deniedLeft = 0;
  let previous: string | undefined;
  words.forEach((raw, index) => {
    const word = raw.replaceAll('’', "'");
    if (deniesNext(word, words[index - 1])) {
      deniedLeft = DENIED_WORDS;
      previous = undefined;
      return;
    }
    if (/\p{N}/u.test(word)) return;
    const into = deniedLeft > 0 ? denied : plain;
    deniedLeft -= 1;
    if (FUNCTION_WORDS.has(word)) {
      raise(into, word, FUNCTION_WORD);
      return;
    }
    const stem = stemOf(word);
    raise(into, stem, WORD);
    if (previous !== undefined) raise(into, `${previous} ${stem}`, WORD_PAIR);
    previous = stem;
  });
}

function deniesNext(word: string, before: string | undefined): boolean {
  return DENIALS_LATIN.has(word) || (word === 'not' && (before === 'do' || before === 'please' || before === 'rather'));
}

/** The word without the commonest English endings, so that `orders`, `ordered` and `ordering` meet. */
function stemOf(word: string): string {
  const bare = word.replace(/'(s|re|ve|ll|d|m)$/u, '');
  if (bare.length < 4 || /[^a-z]/u.test(bare)) return bare;
  const stem = bare
    .replace(/ies$/u, 'y')
    .replace(/(ss|sh|ch|x)es$/u, '$1')
    .replace(/([^s])s$/u, '$1')
    .replace(/(..[^aeiou])(ing|ed)$/u, '$1')
    .replace(/(.[aeiou]..?)(ing|ed)$/u, '$1');
  return stem.length < 3 ? bare : stem.replace(/([bdfglmnprt])\1$/u, '$1').replace(/e$/u, '');
}

function raise(into: Map<string, number>, term: string, weight: number): void {
  const present = into.get(term);
  if (present === undefined || present < weight) into.set(term, weight);
}
