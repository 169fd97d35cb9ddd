import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { RolecallError } from '@rolecall/base';
import type { Embedder } from '@rolecall/kernel';

/** Every service takes at least so many texts in one request. */
const TEXTS_AT_ONCE = 64;
const TIMEOUT_MS = 30_000;

/** An embedding model of a provider as the memory asks it. `id` is kept with every vector. */
export function embedderOf(model: EmbeddingModelV4, id: string): Embedder {
  return {
    id,
    async embed(texts, signal) {
      const vectors: (readonly number[])[] = [];
      for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
        vectors.push(...(await embedSome(model, id, texts.slice(start, start + TEXTS_AT_ONCE), signal)));
      }
      return vectors;
    },
  };
}

async function embedSome(
  model: EmbeddingModelV4,
  id: string,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly (readonly number[])[]> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const { embeddings } = await model.doEmbed({
    values: [...texts],
    abortSignal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  });
  if (embeddings.length === texts.length) return embeddings;
  throw new RolecallError({
    code: 'embeddings_incomplete',
    message: {
      en: `"${id}" answered ${embeddings.length} vectors for ${texts.length} texts.`,
      zh: `“${id}”为 ${texts.length} 段文字回答了 ${embeddings.length} 个向量。`,
    },
    hint: {
      en: 'Is it an embedding model? Its server does not keep to the OpenAI protocol.',
      zh: '这是嵌入模型吗？它的服务器没有遵守 OpenAI 协议。',
    },
  });
}
