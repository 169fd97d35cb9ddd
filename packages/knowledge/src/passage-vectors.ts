import { describeError, textHash } from '@rolecall/base';
import type { KnowledgeAnswer } from '@rolecall/employee';
import { cosine, type Embedder } from '@rolecall/kernel';
import { allQuestions, allTexts, type Passage } from './passage.ts';

const BATCH = 64;
const TEXT_CHARACTERS = 2_000;
/** What is further down says nothing. */
const MOST_NEAR = 50;

/** What is near to a question by meaning, or why that is not known. */
export interface NearPassages {
  /** Cosine by source; undefined while not all passages have their vector, since half of them would rank by chance. */
  readonly sources?: ReadonlyMap<string, number> | undefined;
  readonly problem?: KnowledgeAnswer['problem'];
}

/** The vectors of passages, made once for each text and kept as long as the process runs. */
export class PassageVectors {
  readonly #embedder: Embedder;
  readonly #vectors = new Map<string, readonly number[]>();
  /** One after the other, so that nothing is made twice. */
  #making: Promise<void> = Promise.resolve();
  #problem: KnowledgeAnswer['problem'];

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** Makes those that are missing. What goes wrong is told with the next search, which tries again. */
  make(passages: readonly Passage[]): Promise<void> {
    this.#making = this.#making.then(async () => {
      try {
        await this.#makeMissing(passages);
        this.#problem = undefined;
      } catch (error) {
        this.#problem = unavailable(error);
      }
    });
    return this.#making;
  }

  /** The passages nearest to a question. Never throws. */
  async nearest(
    question: string,
    passages: readonly Passage[],
    signal: AbortSignal | undefined,
  ): Promise<NearPassages> {
    if (question.trim() === '') return {};
    if (!passages.every((passage) => this.#vectors.has(keyOf(passage)))) {
      const problem = this.#problem;
      void this.make(passages);
      return { problem };
    }
    try {
      const [wanted] = await this.#embedder.embed([question], signal);
      return wanted ? { sources: this.#near(wanted, passages) } : {};
    } catch (error) {
      return { problem: unavailable(error) };
    }
  }

  #near(wanted: readonly number[], passages: readonly Passage[]): ReadonlyMap<string, number> {
    const near = passages.flatMap((passage): [string, number][] => {
      const vector = this.#vectors.get(keyOf(passage));
      return vector?.length === wanted.length ? [[passage.source, cosine(vector, wanted)]] : [];
    });
    return new Map(near.sort(([, left], [, right]) => right - left).slice(0, MOST_NEAR));
  }

  async #makeMissing(passages: readonly Passage[]): Promise<void> {
    const missing = passages.filter((passage) => !this.#vectors.has(keyOf(passage)));
    for (let at = 0; at < missing.length; at += BATCH) {
      const batch = missing.slice(at, at + BATCH);
      const vectors = await this.#embedder.embed(batch.map(textToEmbed));
      if (vectors.length !== batch.length)
        throw new Error(`${this.#embedder.id} gave ${vectors.length} vectors for ${batch.length} texts`);
      for (const [index, passage] of batch.entries()) this.#vectors.set(keyOf(passage), vectors[index] ?? []);
    }
  }
}

function unavailable(error: unknown): NonNullable<KnowledgeAnswer['problem']> {
  return { code: 'embedder_unavailable', message: describeError(error) };
}

const keys = new WeakMap<Passage, string>();

function keyOf(passage: Passage): string {
  const present = keys.get(passage);
  if (present !== undefined) return present;
  const key = textHash(textToEmbed(passage));
  keys.set(passage, key);
  return key;
}

function textToEmbed({ questions, text }: Passage): string {
  return [...[...allQuestions(questions), ...allTexts(text)].join('\n')].slice(0, TEXT_CHARACTERS).join('');
}
