import { textHash } from '@rolecall/base';
import { cosine, type Embedder } from '@rolecall/kernel';
import { allQuestions, allTexts, type Passage } from './passage.ts';

const BATCH = 64;
const TEXT_CHARACTERS = 2_000;
/** What is further down says nothing. */
const MOST_NEAR = 50;

/** The vectors of passages, made once for each text and embedder and kept as long as the process runs. */
export class PassageVectors {
  readonly #embedder: Embedder;
  readonly #vectors = new Map<string, readonly number[]>();
  #making: Promise<void> = Promise.resolve();

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** Makes those that are missing, one caller after the other. Rejects with what the embedder throws. */
  make(passages: readonly Passage[]): Promise<void> {
    const made = this.#making.then(() => this.#makeMissing(passages));
    this.#making = made.catch(() => undefined);
    return made;
  }

  has(passages: readonly Passage[]): boolean {
    return passages.every((passage) => this.#vectors.has(keyOf(passage)));
  }

  /** The passages nearest to a question, with their cosine, by source. */
  async nearest(
    question: string,
    passages: readonly Passage[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, number>> {
    const [wanted] = await this.#embedder.embed([question], signal);
    if (!wanted) return new Map();
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
