import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeError, type Language, textIn } from '@rolecall/base';
import type { KnowledgeAnswer, KnowledgePassage, KnowledgePort, KnowledgeQuery } from '@rolecall/employee';
import { type Embedder, fuseRankings } from '@rolecall/kernel';
import { confidenceOf } from './confidence.ts';
import type { KnowledgeMaterial } from './material.ts';
import { allQuestions, type Passage, passagesOf } from './passage.ts';
import { PassageVectors } from './passage-vectors.ts';
import { byScore, type Corpus, corpusOf, type RankedPassage, rankPassages, termWeights } from './rank-passages.ts';
import { groupsOf, SegmentCache } from './segments.ts';

const DEFAULT_LIMIT = 3;
const MOST_PASSAGES = 20;
/** How far down confidence is looked for: it decides what is told, the score only the order. */
const LOOKED_AT = 20;
/** What has less than this in common with a question has nothing to say on it. */
const LEAST_CONFIDENCE = 0.15;
const LONGEST_QUESTION = 2_000;

/** The material of a workspace: opened for each employee, indexed once for all. */
export interface Knowledge {
  /**
   * What these bases say, as they are now: a later state of them is another port. The index is built in small pieces
   * beside everything else, from the pieces of earlier ones where nothing has changed; a search waits for it.
   */
  open(material: readonly KnowledgeMaterial[]): KnowledgePort;
}

/** Knowledge searched by words and, where there is an embedder, by meaning too once every passage has its vector. */
export function createKnowledge({ embedder }: { readonly embedder?: Embedder | undefined } = {}): Knowledge {
  const cache = new SegmentCache();
  const vectors = embedder && new PassageVectors(embedder);
  return {
    open(material) {
      cache.sweep();
      const corpus = build(material, cache);
      // Whoever searches sees what went wrong.
      corpus.catch(() => undefined);
      let problem: KnowledgeAnswer['problem'];
      const making = vectors && corpus.then(({ passages }) => makeVectors(vectors, passages));
      void making?.then((found) => {
        problem = found;
      });
      return {
        async search(query, signal) {
          const found = await corpus;
          const fused = vectors && (await nearestTo(query, found.passages, vectors, signal));
          if (fused?.problem) problem = fused.problem;
          const passages = answersTo(query, found.corpus, fused?.near);
          return problem && !fused?.near ? { passages, problem } : { passages };
        },
      };
    },
  };
}

interface BuiltCorpus {
  readonly corpus: Corpus;
  readonly passages: readonly Passage[];
}

async function build(material: readonly KnowledgeMaterial[], cache: SegmentCache): Promise<BuiltCorpus> {
  const segments = [];
  for (const base of material) {
    for (const group of groupsOf(passagesOf(base))) {
      await nextTurn();
      segments.push(cache.get(group));
    }
  }
  return { corpus: corpusOf(segments), passages: segments.flatMap(({ passages }) => passages) };
}

type Problem = NonNullable<KnowledgeAnswer['problem']>;

async function makeVectors(vectors: PassageVectors, passages: readonly Passage[]): Promise<Problem | undefined> {
  try {
    await vectors.make(passages);
    return undefined;
  } catch (error) {
    return unavailable(error);
  }
}

/** Undefined while passages still wait for their vectors: half of them would rank by chance. */
async function nearestTo(
  { question }: KnowledgeQuery,
  passages: readonly Passage[],
  vectors: PassageVectors,
  signal: AbortSignal | undefined,
): Promise<{ readonly near?: ReadonlyMap<string, number>; readonly problem?: Problem } | undefined> {
  if (question.trim() === '') return undefined;
  if (!vectors.has(passages)) {
    // Those that an earlier failure left out come with a later search.
    void makeVectors(vectors, passages);
    return undefined;
  }
  try {
    return { near: await vectors.nearest(question.slice(0, LONGEST_QUESTION), passages, signal) };
  } catch (error) {
    return { problem: unavailable(error) };
  }
}

function unavailable(error: unknown): Problem {
  return { code: 'embedder_unavailable', message: describeError(error) };
}

function answersTo(
  { question, language, limit = DEFAULT_LIMIT }: KnowledgeQuery,
  corpus: Corpus,
  near: ReadonlyMap<string, number> | undefined,
): readonly KnowledgePassage[] {
  const weights = termWeights(question.slice(0, LONGEST_QUESTION), corpus);
  const byWords = rankPassages(weights, corpus);
  const ranked = near ? fused(byWords, near, corpus) : byWords;
  return ranked
    .slice(0, Math.max(LOOKED_AT, limit))
    .map(({ passage, score }) => toldIn(language, passage, score, confidenceOf(passage, weights, corpus)))
    .filter(({ source, confidence }) => confidence >= LEAST_CONFIDENCE || near?.has(source))
    .slice(0, Math.max(0, Math.min(limit, MOST_PASSAGES)));
}

function fused(
  byWords: readonly RankedPassage[],
  near: ReadonlyMap<string, number>,
  { segments }: Corpus,
): readonly RankedPassage[] {
  const words = new Map(byWords.slice(0, 50).map(({ passage, score }) => [passage.source, score]));
  const scores = fuseRankings([words, near]);
  return segments
    .flatMap(({ passages }) => passages)
    .flatMap((passage): readonly RankedPassage[] => {
      const score = scores.get(passage.source);
      return score === undefined ? [] : [{ passage, score }];
    })
    .sort(byScore);
}

function toldIn(language: Language, passage: Passage, score: number, confidence: number): KnowledgePassage {
  const questions = allQuestions(passage.questions);
  const own = 'length' in passage.questions ? undefined : passage.questions[language];
  return {
    source: passage.source,
    title: own?.[0] ?? questions[0] ?? '',
    text: textIn(passage.text, language),
    questions,
    score,
    confidence,
  };
}
