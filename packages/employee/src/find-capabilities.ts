import { type CapabilitySpace, type SpaceEntry, similarity, termsOf } from '@rolecall/assets';
import { type CapabilityKey, type LocalizedText, textIn } from '@rolecall/base';

/** A capability that the words may mean. */
export interface FoundCapability {
  readonly capability: CapabilityKey;
  readonly entry: SpaceEntry;
  readonly score: number;
}

const MOST_FOUND = 6;
/** What is so much less like the words than the best is noise. */
const LEAST_SHARE = 0.4;

/**
 * The capabilities whose title, `use_when` and examples are most like some words, best first: those that may be called and
 * those that are held back. The same words find the same in the same space.
 */
export function findCapabilities(space: CapabilitySpace, words: string): readonly FoundCapability[] {
  const wanted = termsOf(words);
  const found = phrasesOf(space)
    .map(({ entry, phrases }) => ({
      capability: entry.capability,
      entry,
      score: Math.max(0, ...phrases.map((phrase) => similarity(wanted, phrase))),
    }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || (left.capability < right.capability ? -1 : 1));
  const least = (found[0]?.score ?? 0) * LEAST_SHARE;
  return found.filter(({ score }) => score >= least).slice(0, MOST_FOUND);
}

interface Phrases {
  readonly entry: SpaceEntry;
  readonly phrases: readonly ReadonlySet<string>[];
}

/** A space never changes. */
const prepared = new WeakMap<CapabilitySpace, readonly Phrases[]>();

function phrasesOf(space: CapabilitySpace): readonly Phrases[] {
  const present = prepared.get(space);
  if (present) return present;
  const made = Object.values(space.entries).map((entry) => ({ entry, phrases: wordsOf(entry).map(termsOf) }));
  prepared.set(space, made);
  return made;
}

function wordsOf({ capability, bound, known }: SpaceEntry): readonly string[] {
  const described = bound?.contract ?? known;
  const { use_when = [], examples = [] } = described?.semantics ?? {};
  return [capability.replaceAll(/[:-]/g, ' '), ...titlesOf(described?.title), ...use_when, ...examples];
}

function titlesOf(title: LocalizedText | undefined): readonly string[] {
  return [textIn(title, 'zh'), textIn(title, 'en')];
}
