import type { Bilingual } from './language.ts';

/** The candidate closest to `text`, if it is close enough to be what was meant. Used in "did you mean" hints. */
export function nearestName(text: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(2, Math.floor(text.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = editDistance(text, candidate, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** "Did you mean …?", when a candidate is near enough. */
export function didYouMean(text: string, candidates: Iterable<string>): Bilingual | undefined {
  const near = nearestName(text, candidates);
  return near === undefined ? undefined : { en: `Did you mean "${near}"?`, zh: `是不是想写“${near}”？` };
}

/** "Did you mean …?", or else which names there are. */
export function meantOrKnown(text: string, names: readonly string[]): Bilingual {
  if (names.length === 0) return { en: 'There is none.', zh: '一个也没有。' };
  return didYouMean(text, names) ?? { en: `Known: ${names.join(', ')}.`, zh: `已知的有：${names.join('、')}。` };
}

/** Levenshtein distance, given up as `limit` once it cannot be lower. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, substitution));
    }
    previous = current;
  }
  return previous[right.length] ?? limit;
}
