import type { StoredMemory } from '../memory-storage.ts';

/** Rounds that are further down say nothing. */
const MOST_NEAR = 50;

/** The memories nearest to a vector of the same embedder, with their cosine; those without such a vector are not in it. */
export function nearestMemories(
  memories: Iterable<StoredMemory>,
  embedder: string,
  wanted: readonly number[],
): ReadonlyMap<string, number> {
  const near: [string, number][] = [];
  for (const { summary, vector } of memories) {
    if (vector?.embedder !== embedder || vector.values.length !== wanted.length) continue;
    near.push([summary.id, cosine(vector.values, wanted)]);
  }
  return new Map(near.sort(([, left], [, right]) => right - left).slice(0, MOST_NEAR));
}

/** How near two vectors of one embedder are; 0 for one without a direction. */
export function cosine(left: readonly number[], right: readonly number[]): number {
  let [product, ofLeft, ofRight] = [0, 0, 0];
  for (let index = 0; index < left.length; index++) {
    const [one, other] = [left[index] ?? 0, right[index] ?? 0];
    product += one * other;
    ofLeft += one * one;
    ofRight += other * other;
  }
  return ofLeft === 0 || ofRight === 0 ? 0 : product / Math.sqrt(ofLeft * ofRight);
}
