import { createMemory, summariseRound } from '@rolecall/kernel';
import { createMemoryStorage } from '@rolecall/kernel/testing';
import { plainTerms } from '../plain-terms.ts';
import type { Person } from './load-data.ts';

/** Answers a person's question with the places of rounds, best first. */
export type Ask = (question: string, limit: number) => Promise<readonly number[]>;

export interface Ranker {
  readonly name: string;
  /** Takes in all that a person said. */
  open(person: Person): Promise<Ask>;
}

const DAY_MS = 86_400_000;

/** The memory as a host uses it, without a model and without an embedder: extractive summaries and words. */
export const rolecall: Ranker = {
  name: 'rolecall',
  async open({ rounds }) {
    // Asked on the day after the last round.
    const now = Date.parse(rounds.at(-1)?.at ?? '2023-01-01T00:00:00Z') + DAY_MS;
    const memory = createMemory({
      storage: createMemoryStorage(),
      scope: { kind: 'contact', id: 'bench' },
      clock: { now: () => now },
      timeZone: 'UTC',
    });
    for (const [place, { session, at, input, reply }] of rounds.entries()) {
      const original = { input, reply };
      const summary = await summariseRound(original, { language: 'zh' });
      await memory.remember({ session, at, round: String(place), original, summary });
    }
    // The index is built at the first search.
    await memory.search({ query: '' });
    return async (query, limit) =>
      (await memory.search({ query, limit })).hits.map(({ summary }) => Number(summary.round));
  },
};

/** The usual way: BM25 over single characters and pairs, words for Latin script; no dates, no neighbours. */
export const plainBm25: Ranker = {
  name: 'plain BM25, characters and pairs',
  async open({ rounds }) {
    const documents = rounds.map(({ input, reply }) => plainTerms(`${input}\n${reply}`));
    const counts = documents.map(countOf);
    const mean = documents.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, documents.length);
    const holding = new Map<string, number>();
    for (const terms of counts) for (const term of terms.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
    return async (question, limit) => {
      const wanted = [...new Set(plainTerms(question))];
      const scores = counts.map((terms, place) => {
        const length = documents[place]?.length ?? 0;
        return wanted.reduce((sum, term) => {
          const count = terms.get(term) ?? 0;
          const rarity = Math.log(
            1 + (rounds.length - (holding.get(term) ?? 0) + 0.5) / ((holding.get(term) ?? 0) + 0.5),
          );
          return sum + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / mean));
        }, 0);
      });
      return bestPlaces(scores, limit);
    };
  },
};

/** minisearch, given a tokenizer for Chinese, since its own takes a sentence for one word. */
export async function miniSearch(): Promise<Ranker | undefined> {
  const name = 'minisearch';
  const MiniSearch = await import(name).then(
    (module) => module.default as MiniSearchClass,
    () => undefined,
  );
  return (
    MiniSearch && {
      name: 'minisearch 7.2.0, characters and pairs',
      async open({ rounds }) {
        const index = new MiniSearch({
          fields: ['text'],
          tokenize: plainTerms,
          searchOptions: { tokenize: plainTerms },
        });
        index.addAll(rounds.map(({ input, reply }, id) => ({ id, text: `${input}\n${reply}` })));
        return async (question, limit) =>
          index
            .search(question)
            .slice(0, limit)
            .map(({ id }) => id);
      },
    }
  );
}

interface MiniSearchIndex {
  addAll(documents: readonly { readonly id: number; readonly text: string }[]): void;
  search(question: string): readonly { readonly id: number }[];
}

type MiniSearchClass = new (options: {
  readonly fields: readonly string[];
  readonly tokenize: (text: string) => string[];
  readonly searchOptions: { readonly tokenize: (text: string) => string[] };
}) => MiniSearchIndex;

function countOf(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function bestPlaces(scores: readonly number[], limit: number): readonly number[] {
  return scores
    .map((score, place) => ({ score, place }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ place }) => place);
}
