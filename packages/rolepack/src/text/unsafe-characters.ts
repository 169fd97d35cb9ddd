/**
 * Characters that no name may hold: controls, bidirectional marks, zero-width and other format characters, line and
 * paragraph separators, lone surrogates, private use. A zero-width joiner between two emoji is part of that emoji.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u115f\u1160\u3164\uffa0]/u;
const EMOJI_JOINER = /(?<=\p{Extended_Pictographic}|\ufe0f|[\u{1f3fb}-\u{1f3ff}])\u200d(?=\p{Extended_Pictographic})/gu;

/** The code points of `text` that a name may not hold, as `U+202E`, each once; empty when it is clean. */
export function unsafeCharacters(text: string): string[] {
  if (isPlainAscii(text)) return [];
  const found = new Set<string>();
  for (const character of text.replace(EMOJI_JOINER, '')) {
    if (UNSAFE.test(character))
      found.add(`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  }
  return [...found];
}

/** The text without such characters. */
export function withoutUnsafeCharacters(text: string): string {
  if (isPlainAscii(text)) return text;
  const joiners: string[] = [];
  const kept = text.replace(EMOJI_JOINER, (joiner) => {
    joiners.push(joiner);
    return '\u0001';
  });
  return [...kept]
    .map((character) => (character === '\u0001' ? (joiners.shift() ?? '') : UNSAFE.test(character) ? '' : character))
    .join('');
}

function isPlainAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** The text with every such character written out (`\\u{202e}`), so that a terminal shows it and obeys nothing. */
export function showUnsafeCharacters(text: string): string {
  if (isPlainAscii(text)) return text;
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) =>
    character === '\n' ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
