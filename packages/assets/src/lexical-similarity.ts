/**
 * The terms of a text for comparison: pairs of neighbouring characters for Chinese, words without their endings for Latin
 * script. Words that say nothing (the, 客户) are left out.
 */
export function termsOf(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(EMPTY_CHINESE, '');
  for (const [run] of plain.matchAll(/[\p{Script=Han}]+|[a-z]+|\d+/gu)) {
    if (/[a-z\d]/.test(run)) {
      if (!EMPTY_WORDS.has(run) && !EMPTY_WORDS.has(stemOf(run))) terms.add(stemOf(run));
    } else if (run.length === 1) terms.add(run);
    else for (let at = 0; at < run.length - 1; at++) terms.add(run.slice(at, at + 2));
  }
  return terms;
}

const EMPTY_CHINESE =
  /客户|顾客|用户|自己的?|一下|某?一?[张个件份]|明确|要求|请求|希望|打算|想要|(?<!不)想|(?<![不重需主必首])要(?![点素])/g;
const EMPTY_WORDS = new Set(
  'a an the to of for in on at by or and is are be has have had it its this that their they them his her customer customers one some any about with from as if not do does my me i you your we our can will would wants want asks ask'.split(
    ' ',
  ),
);

/** A word without the endings that grammar gives it: enough to find orders in order, cancelled in cancel. */
export function stemOf(word: string): string {
  const stem = word.replace(/(?:ings?|ed|es|s|ly|tion|tions)$/, '');
  return stem.length >= 3 ? stem.slice(0, 6) : word;
}

/** Twice what both have, of what each has: 1 for the same terms, 0 for none in common. */
export function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let common = 0;
  for (const term of left) if (right.has(term)) common += 1;
  return (2 * common) / (left.size + right.size);
}

/**
 * Every pair of sets that is at least so similar, by index. Looks only at pairs that share one of their rarer terms, which
 * all similar pairs do: a thousand texts take milliseconds.
 */
export function similarPairs(
  sets: readonly ReadonlySet<string>[],
  least: number,
): readonly (readonly [number, number])[] {
  const frequency = new Map<string, number>();
  for (const set of sets) for (const term of set) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const overlap = least / (2 - least);
  const byTerm = new Map<string, number[]>();
  const pairs: [number, number][] = [];
  for (const [index, set] of sets.entries()) {
    const rarest = [...set].sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1));
    const prefix = rarest.slice(0, set.size - Math.ceil(overlap * set.size) + 1);
    const candidates = new Set(prefix.flatMap((term) => byTerm.get(term) ?? []));
    for (const other of candidates) {
      const terms = sets[other];
      if (terms && similarity(terms, set) >= least) pairs.push([other, index]);
    }
    for (const term of prefix) byTerm.set(term, [...(byTerm.get(term) ?? []), index]);
  }
  return pairs;
}
