import { isCharacter, termsOf } from '@rolecall/kernel';
import { allQuestions, allTexts, type Passage } from './passage.ts';

/** What can be asked of one text of a passage: a question for it, or what it says. */
export type UnitKind = 'asked' | 'said';

/** The words of some passages. Never changes, so that a round keeps searching in what it began with. */
export interface Segment {
  readonly passages: readonly Passage[];
  readonly units: readonly Unit[];
  /** Term → place of a unit and how often it stands there, in turns. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
  /** Term → how many passages have it. */
  readonly holding: ReadonlyMap<string, number>;
}

export interface Unit {
  /** Its passage's place in the segment. */
  readonly passage: number;
  readonly kind: UnitKind;
  /** In terms that are more than a character. */
  readonly length: number;
}

/** Indexes passages: each way to ask for one, and each text of it, by itself. */
export function buildSegment(passages: readonly Passage[]): Segment {
  const units: Unit[] = [];
  const postings = new Map<string, number[]>();
  const holding = new Map<string, number>();
  for (const [place, { questions, text }] of passages.entries()) {
    const seen = new Set<string>();
    const add = (words: string, kind: UnitKind) => {
      let length = 0;
      for (const [term, count] of termsOf(words)) {
        if (!isCharacter(term)) length += count;
        seen.add(term);
        const present = postings.get(term);
        if (present) present.push(units.length, count);
        else postings.set(term, [units.length, count]);
      }
      units.push({ passage: place, kind, length });
    };
    for (const question of allQuestions(questions)) add(question, 'asked');
    for (const said of allTexts(text)) add(said, 'said');
    for (const term of seen) holding.set(term, (holding.get(term) ?? 0) + 1);
  }
  return { passages, units, postings, holding };
}
