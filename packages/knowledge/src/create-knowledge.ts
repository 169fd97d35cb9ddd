import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Language, textIn } from '@rolecall/base';
import type { KnowledgePassage, KnowledgePort, KnowledgeQuery } from '@rolecall/employee';
import { type Embedder, fuseRankings } from '@rolecall/kernel';
import { confidenceOf } from './confidence.ts';
import type { KnowledgeMaterial } from './material.ts';
import { allQuestions, type Passage, passagesOf } from './passage.ts';
import { PassageVectors } from './passage-vectors.ts';
import { byScore, type Corpus, corpusOf, type RankedPassage, rankPassages, termWeights } from './rank-passages.ts';
import { groupsOf, SegmentCache } from './segments.ts';

const DEFAULT_LIMIT = 3;
/** How far down confidence is looked for: it decides what is told, the score only the order. */
const LOOKED_AT = 20;
/** What has less than this in common with a question has nothing to say on it. */
const LEAST_CONFIDENCE = 0.15;
const LONGEST_QUESTION = 2_000;

/** The material of a workspace: opened for each employee, indexed once for all. */
export interface Knowledge {
  /**
   * What these bases say, as they are now: a later state of them is another port. Nothing is done before the first search
   * or `prepare`.
   */
  open(material: readonly KnowledgeMaterial[]): OpenedKnowledge;
}

/** The material of one employee. */
export interface OpenedKnowledge extends KnowledgePort {
  /**
   * Builds the index in small pieces beside everything else, from the pieces of earlier ones where nothing has changed, and
   * begins to make vectors where there is an embedder. A search waits for the index, not for vectors.
   */
  prepare(): Promise<void>;
}

/**
 * Knowledge searched by words and, where there is an embedder, by meaning too once every passage has its vector. The
 * embedder is asked for with each search, since settings change.
 */
export function createKnowledge({
  embedder = () => undefined,
}: {
  readonly embedder?: (() => Embedder | undefined) | undefined;
} = {}): Knowledge {
  const cache = new SegmentCache();
  const vectors = vectorsOf(embedder);
  return {
    open(material) {
      let building: Promise<BuiltCorpus> | undefined;
      const built = () => {
        building ??= build(material, cache);
        return building;
      };
      return {
        async prepare() {
          const { passages } = await built();
          void vectors()?.make(passages);
        },
        async search(query, signal) {
          const { corpus, passages } = await built();
          const near = await vectors()?.nearest(query.question.slice(0, LONGEST_QUESTION), passages, signal);
          const found = answersTo(query, corpus, near?.sources);
          return near?.problem ? { passages: found, problem: near.problem } : { passages: found };
        },
      };
    },
  };
}

/** The vectors of the embedder that is set now; those of another one are gone. */
function vectorsOf(embedder: () => Embedder | undefined): () => PassageVectors | undefined {
  let kept: { readonly id: string; readonly vectors: PassageVectors } | undefined;
  return () => {
    const now = embedder();
    if (!now) return undefined;
    if (kept?.id !== now.id) kept = { id: now.id, vectors: new PassageVectors(now) };
    return kept.vectors;
  };
}

interface BuiltCorpus {
  readonly corpus: Corpus;
  readonly passages: readonly Passage[];
}

async function build(material: readonly KnowledgeMaterial[], cache: SegmentCache): Promise<BuiltCorpus> {
  cache.sweep();
  const segments = [];
  for (const base of material) {
    for (const group of groupsOf(passagesOf(base))) {
      await nextTurn();
      segments.push(cache.get(group));
    }
  }
  return { corpus: corpusOf(segments), passages: segments.flatMap(({ passages }) => passages) };
}

function answersTo(
  { question, language, limit = DEFAULT_LIMIT }: KnowledgeQuery,
  corpus: Corpus,
  near: ReadonlyMap<string, number> | undefined,
): readonly KnowledgePassage[] {
  const weights = termWeights(question.slice(0, LONGEST_QUESTION), corpus);
  const byWords = rankPassages(weights, corpus);
  const ranked = near ? fused(byWords, near, corpus) : byWords;
  const told: KnowledgePassage[] = [];
  for (const { passage, score } of ranked.slice(0, LOOKED_AT)) {
    if (told.length >= limit) break;
    const confidence = confidenceOf(passage, weights, corpus);
    const isNear = near?.has(passage.source) ?? false;
    if (confidence >= LEAST_CONFIDENCE || isNear) told.push(toldIn(language, passage, score, confidence));
  }
  return told;
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
