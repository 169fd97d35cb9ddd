/** Escape sequences and control characters that could move the cursor, set a title or write to the clipboard. */
const CONTROL = /(?![\n\t])\p{Cc}/gu;
/** They turn the order of what is seen around. */
const BIDI = /\p{Bidi_Control}/gu;
const UNSEEN = /(?![\n\t])\p{Cc}|\p{Cf}/gu;

/** A text of a model, a file or a tool as a terminal may show it: no control characters but line ends and tabs. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(CONTROL, '').replace(BIDI, '');
}

/** The same for what somebody decides about: what would not be seen is shown by its number. */
export function disclosed(text: string): string {
  const number = (character: string) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return text.replace(UNSEEN, (character) => `‹U+${number(character)}›`);
}
