/** How the plain peers take a text apart: words of Latin script and numbers, characters and pairs of Chinese. */
export function plainTerms(text: string): string[] {
  const folded = text.toLowerCase();
  const terms = folded.match(/[\p{Script=Latin}\p{N}]+/gu) ?? [];
  const pairs = (folded.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) => {
    const characters = [...run];
    return [...characters, ...characters.slice(1).map((character, place) => `${characters[place]}${character}`)];
  });
  return [...terms, ...pairs];
}
