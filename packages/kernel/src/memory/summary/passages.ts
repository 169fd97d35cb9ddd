import type { RoundWords } from '../memory-port.ts';

/** A piece of a conversation that is to be summarised. */
export interface Passage {
  readonly by: 'user' | 'assistant' | 'tool';
  readonly text: string;
}

/** What a round said, for its summary. Nothing of persona, rules or skills is in it. */
export function passagesOf({ input, reply }: RoundWords): readonly Passage[] {
  const passages: readonly Passage[] = [
    { by: 'user', text: input },
    { by: 'assistant', text: reply },
  ];
  return passages.filter(({ text }) => text.trim() !== '');
}

export function wordsOf(passages: readonly Passage[]): string {
  return passages.map(({ text }) => text).join('\n');
}

/** The sentences of a text, with their marks. A dot inside a number or a name ends none. */
export function sentencesOf(text: string): readonly string[] {
  return (text.match(/(?:[^。！？!?\n.]|\.(?!\s|$))+(?:[。！？!?]+|\.(?=\s|$))?/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** At most so many characters, never half of one. */
export function shortened(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join('')}…`;
}
