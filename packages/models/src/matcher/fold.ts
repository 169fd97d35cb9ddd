/** The form in which texts are compared: compatibility characters and full width folded, lower case. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Folded, and without white space and punctuation: what is left when only the words count. */
export function squeeze(text: string): string {
  return fold(text).replaceAll(/[\s\p{P}\p{S}]+/gu, '');
}

/** True when the character at the index is a Latin letter or a digit: a match that ends beside one cuts a word apart. */
export function isWordCharacter(text: string, index: number): boolean {
  return /[\p{Script=Latin}\p{N}]/u.test(text.charAt(index));
}
