/**
 * What a server says, safe to show: characters that move the cursor, change the direction of writing or are not seen at
 * all stand as their code.
 */
export function visible(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]|[\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
