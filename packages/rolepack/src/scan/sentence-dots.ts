/** Stands for a full stop that ends no sentence: in `0.1 ETH`, `helper.bin` and addresses. */
export const INNER_DOT = '\u2024';

/** The text with only those full stops left that end a sentence; every place stays what it was. */
export function softenDots(text: string): string {
  return text.includes('.') ? text.replace(/\.(?=\S)/g, INNER_DOT) : text;
}

/** A pattern with gaps "up to the end of the sentence", made for softened text. Other patterns stay as they are. */
export function forSoftened(pattern: RegExp): RegExp {
  if (!pattern.source.includes('[^.\\n]')) return pattern;
  return new RegExp(pattern.source.replaceAll('\\.', `[.${INNER_DOT}]`), pattern.flags);
}
