import { describeError } from '@rolecall/base';
import type { Embedder } from './embedder.ts';
import type { MemoryAnswer, MemoryScope } from './memory-port.ts';
import type { MemoryStorage, StoredMemory } from './memory-storage.ts';
import { type MemoryIndex, summaryWords } from './search/memory-index.ts';
import type { QuestionVector } from './search/search-memories.ts';

/** A search waits for at most so many vectors that are still missing; the next one takes the next. */
const BATCH = 64;
const TEXT_CHARACTERS = 2_000;

interface EmbeddingParts {
  readonly storage: MemoryStorage;
  readonly scope: MemoryScope;
}

/** Gives memories their vectors. Throws what the embedder throws. */
export async function embedMemories(
  memories: readonly StoredMemory[],
  embedder: Embedder,
  { storage, scope }: EmbeddingParts,
): Promise<readonly StoredMemory[]> {
  if (memories.length === 0) return [];
  const vectors = await embedder.embed(memories.map(textToEmbed));
  const embedded: StoredMemory[] = [];
  for (const [place, memory] of memories.entries()) {
    const values = vectors[place];
    if (!values) continue;
    const vector = { embedder: embedder.id, values };
    await storage.putVector(scope, memory.summary.id, vector);
    embedded.push({ ...memory, vector });
  }
  return embedded;
}

/** The vector of a question, once memories that have none yet got theirs; or why there is none. */
export async function questionVector(
  question: string,
  index: MemoryIndex,
  embedder: Embedder,
  parts: EmbeddingParts,
): Promise<{ readonly vector?: QuestionVector | undefined; readonly problem?: MemoryAnswer['problem'] }> {
  if (question.trim() === '') return {};
  try {
    const missing = [...index.all()].filter(({ vector }) => vector?.embedder !== embedder.id).slice(-BATCH);
    for (const memory of await embedMemories(missing, embedder, parts)) index.put(memory);
    const [values] = await embedder.embed([question]);
    return values ? { vector: { embedder: embedder.id, values } } : {};
  } catch (error) {
    return { problem: { code: 'embedder_unavailable', message: describeError(error) } };
  }
}

function textToEmbed(memory: StoredMemory): string {
  const { input, reply } = memory.original;
  return [...`${input}\n${reply}\n${summaryWords(memory)}`].slice(0, TEXT_CHARACTERS).join('');
}
