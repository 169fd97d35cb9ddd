const TERMINATORS = new Set(['。', '！', '？', '；', '!', '?', ';', '\n', '…']);
const CLOSERS = new Set(['”', '’', '」', '』', '）', ')', '"', "'", '》', '】']);

/**
 * Cuts a text into sentences; joined again they are the text, character for character.
 *
 * Ends are Chinese and Latin marks and line breaks. A full stop ends one only before white space or the end, so that
 * numbers, abbreviations with letters after them and addresses stay whole.
 */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  let index = 0;
  while (index < text.length) {
    if (!endsSentence(text, index)) {
      index++;
      continue;
    }
    index++;
    while (
      index < text.length &&
      (TERMINATORS.has(text.charAt(index)) || CLOSERS.has(text.charAt(index)) || isBlank(text.charAt(index)))
    )
      index++;
    sentences.push(text.slice(start, index));
    start = index;
  }
  if (start < text.length) sentences.push(text.slice(start));
  return sentences;
}

function endsSentence(text: string, index: number): boolean {
  const character = text.charAt(index);
  if (TERMINATORS.has(character)) return true;
  return character === '.' && (index + 1 === text.length || isBlank(text.charAt(index + 1)));
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\u3000' || character === '\r';
}
