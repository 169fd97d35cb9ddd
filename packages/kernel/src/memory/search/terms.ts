/** A Chinese, Japanese or Korean character: written without spaces, so that pairs stand for words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆]+/gu;
const WORD = /[\p{L}\p{M}\p{N}]+(?:[_'-][\p{L}\p{M}\p{N}]+)*/gu;
/** Where an identifier falls into words: `genReport2` is gen, report and 2. */
const INSIDE_WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+|[\p{L}\p{M}]+/gu;

/**
 * The terms of a text, with how often each stands in it: single characters and pairs of them for Chinese, words for
 * Latin and other spaced scripts. Where scripts meet, the text falls apart: `导出gen脚本` has the term `gen`. A word that
 * is made of several is a term as a whole and in its parts; case, width and common English endings do not matter.
 */
export function termsOf(text: string): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  const count = (term: string) => terms.set(term, (terms.get(term) ?? 0) + 1);
  const folded = text.normalize('NFKC');
  for (const [run] of folded.matchAll(UNSPACED)) {
    const characters = [...run];
    characters.forEach((character, index) => {
      count(character);
      const next = characters[index + 1];
      if (next !== undefined) count(character + next);
    });
  }
  for (const [word] of folded.replaceAll(UNSPACED, ' ').matchAll(WORD)) {
    const whole = stemOf(word.toLowerCase());
    count(whole);
    for (const [part] of word.matchAll(INSIDE_WORD)) {
      const stem = stemOf(part.toLowerCase());
      if (stem !== whole) count(stem);
    }
  }
  return terms;
}

/** One unspaced character. */
export function isCharacter(term: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆]$/u.test(term);
}

/** The word without the commonest English endings, so that `orders`, `ordered` and `ordering` meet. */
function stemOf(word: string): string {
  if (word.length < 4 || !/^[a-z']+$/u.test(word)) return word;
  const plain = word.replace(/'s?$/u, '');
  const singular = /(?:ss|us|is)$/u.test(plain) ? plain : plain.replace(/ies$/u, 'y').replace(/s$/u, '');
  const bare = singular.replace(/(?:ing|ed)$/u, '');
  const stem = bare.length >= 3 ? bare : singular;
  return stem.replace(/([b-df-hj-kmnp-rtv-z])\1$/u, '$1').replace(/(?<=..[a-z])e$/u, '');
}
