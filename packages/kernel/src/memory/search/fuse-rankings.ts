/** How fast a place in a ranking loses weight; small, since a person's memory is small. */
const SOFTENING = 10;

/**
 * Joins rankings by the places in them (reciprocal ranks), for scores of words and of vectors have no common measure.
 * One ranking alone keeps its scores.
 */
export function fuseRankings(rankings: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const [only, second] = rankings;
  if (only && !second) return only;
  const fused = new Map<string, number>();
  for (const ranking of rankings) {
    const ordered = [...ranking].sort(([, left], [, right]) => right - left);
    ordered.forEach(([id], place) => {
      fused.set(id, (fused.get(id) ?? 0) + 1 / (SOFTENING + place));
    });
  }
  return fused;
}
