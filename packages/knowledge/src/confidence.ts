import { termsOf } from '@rolecall/kernel';
import { allQuestions, allTexts, type Passage } from './passage.ts';
import { type Corpus, termWeights } from './rank-passages.ts';

/** A text that has the words of a question may still speak of something else. */
const SAID_SHARE = 0.8;

/**
 * How sure it is that a passage answers the question of these weights, between 0 and 1: how like it is to one of the
 * passage's own questions, or how much of it stands in the passage. Unlike a score it means the same in a small and in a
 * large knowledge base.
 */
export function confidenceOf(passage: Passage, weights: ReadonlyMap<string, number>, corpus: Corpus): number {
  const whole = sumOf(weights);
  if (whole === 0) return 0;
  const questions = allQuestions(passage.questions);
  const alike = questions.map((question) => {
    const own = termWeights(question, corpus);
    const common = sumOf(weights, own);
    return common === 0 ? 0 : common / Math.sqrt(whole * sumOf(own));
  });
  const asked = new Set(questions.flatMap((question) => [...termsOf(question).keys()]));
  const covered = allTexts(passage.text).map((text) => {
    const said = termsOf(text);
    return (sumOf(weights, { has: (term) => asked.has(term) || said.has(term) }) / whole) * SAID_SHARE;
  });
  return Math.min(1, Math.max(0, ...alike, ...covered));
}

function sumOf(weights: ReadonlyMap<string, number>, among?: { has(term: string): boolean }): number {
  let sum = 0;
  for (const [term, weight] of weights) if (!among || among.has(term)) sum += weight;
  return sum;
}
