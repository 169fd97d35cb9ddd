import { isCharacter, termsOf } from '@rolecall/kernel';
import { isFunctionWord } from './function-words.ts';
import type { Passage } from './passage.ts';
import type { Segment, Unit, UnitKind } from './segment.ts';

/** Several segments searched as one. */
export interface Corpus {
  readonly segments: readonly Segment[];
  readonly passages: number;
  /** Mean length of the units of a kind. */
  readonly meanLength: Readonly<Record<UnitKind, number>>;
}

/** A passage that has words of the question. */
export interface RankedPassage {
  readonly passage: Passage;
  readonly score: number;
}

const SATURATION = 0.9;
const LENGTH_SHARE: Readonly<Record<UnitKind, number>> = { asked: 0.5, said: 0.4 };
/** A single character says little: there are many words with it. */
const CHARACTER_WEIGHT = 0.3;
const FUNCTION_WEIGHT = 0.4;
/** A question that is like the one asked says more than a text in which its words stand. */
const SAID_SHARE = 0.7;
/** Of the further questions of a passage each says half as much as the one before. */
const NEXT_QUESTION = 0.5;
const MOST_QUESTIONS = 4;

/** Joins segments; the statistics of their words are those of all of them. */
export function corpusOf(segments: readonly Segment[]): Corpus {
  const units = segments.flatMap((segment) => segment.units);
  return {
    segments,
    passages: segments.reduce((sum, { passages }) => sum + passages.length, 0),
    meanLength: { asked: meanLengthOf(units, 'asked'), said: meanLengthOf(units, 'said') },
  };
}

function meanLengthOf(units: readonly Unit[], kind: UnitKind): number {
  const own = units.filter((unit) => unit.kind === kind);
  return Math.max(1, own.reduce((sum, { length }) => sum + length, 0) / Math.max(1, own.length));
}

/** How much each term of a text counts in a corpus: rare ones more; a single character and a function word less. */
export function termWeights(text: string, { segments, passages }: Corpus): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const [term, count] of termsOf(text)) {
    const holding = segments.reduce((sum, segment) => sum + (segment.holding.get(term) ?? 0), 0);
    const rarity = Math.log(1 + (passages - holding + 0.5) / (holding + 0.5));
    const form = (isFunctionWord(term) ? FUNCTION_WEIGHT : 1) * (isCharacter(term) ? CHARACTER_WEIGHT : 1);
    weights.set(term, count * rarity * form);
  }
  return weights;
}

/** Ranks passages for the weighted terms of a question by BM25, best first. What has none of the terms is not in it. */
export function rankPassages(weights: ReadonlyMap<string, number>, corpus: Corpus): readonly RankedPassage[] {
  const ranked: RankedPassage[] = [];
  for (const segment of corpus.segments) {
    const scores = unitScores(segment, weights, corpus);
    for (const [place, score] of passageScores(segment.units, scores)) {
      const passage = segment.passages[place];
      if (passage) ranked.push({ passage, score });
    }
  }
  return ranked.sort(byScore);
}

/** Of two that fit alike always the same one comes first. */
export function byScore(left: RankedPassage, right: RankedPassage): number {
  if (left.score !== right.score) return right.score - left.score;
  return left.passage.source < right.passage.source ? -1 : 1;
}

function unitScores(
  { units, postings }: Segment,
  weights: ReadonlyMap<string, number>,
  { meanLength }: Corpus,
): ReadonlyMap<number, number> {
  const scores = new Map<number, number>();
  for (const [term, weight] of weights) {
    const found = postings.get(term);
    if (!found) continue;
    for (let at = 0; at < found.length; at += 2) {
      const [place = 0, count = 0] = [found[at], found[at + 1]];
      const unit = units[place];
      if (!unit) continue;
      const share = LENGTH_SHARE[unit.kind];
      const norm = SATURATION * (1 - share + (share * unit.length) / meanLength[unit.kind]);
      scores.set(place, (scores.get(place) ?? 0) + (weight * count * (SATURATION + 1)) / (count + norm));
    }
  }
  return scores;
}

/** The best question with a share of the next ones, and the share of the best text. */
function passageScores(units: readonly Unit[], scores: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const asked = new Map<number, number[]>();
  const total = new Map<number, number>();
  for (const [place, score] of scores) {
    const unit = units[place];
    if (!unit) continue;
    const { passage, kind } = unit;
    if (kind === 'said') total.set(passage, Math.max(total.get(passage) ?? 0, score * SAID_SHARE));
    else {
      const own = asked.get(passage);
      if (own) own.push(score);
      else asked.set(passage, [score]);
    }
  }
  for (const [passage, all] of asked) {
    const best = all.sort((left, right) => right - left).slice(0, MOST_QUESTIONS);
    const sum = best.reduce((before, score, index) => before + score * NEXT_QUESTION ** index, 0);
    total.set(passage, (total.get(passage) ?? 0) + sum);
  }
  return total;
}
