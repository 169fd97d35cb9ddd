/** Control characters other than tab and line end, marks that turn the direction of writing, and letters that are not seen. */
const UNSEEN = /(?![\t\n])\p{Cc}|[\u00AD\u200B\u2060-\u2064\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** A text as a reader sees it, without more than one empty line on end. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, '')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Up to so many characters, no pair parted. */
export function cutText(text: string, most: number): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= most) return { text, isCut: false };
  return { text: text.slice(0, most).replace(/[\uD800-\uDBFF]$/, ''), isCut: true };
}
