import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@rolecall/base';
import { expect, onTestFinished, test } from 'vitest';
import { createModelProvider } from '../provider/model-provider.ts';

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: JsonObject;
}

/** A real server on the loopback interface that speaks the OpenAI embeddings protocol. */
async function startEmbeddings(answer: (texts: readonly string[]) => { status?: number; body: object }) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as JsonObject;
      asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
      const { status = 200, body: reply } = answer(body.input as string[]);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const provider = createModelProvider({
    env: { OWN_API_KEY: 'key-123456' },
    providers: { own: { base_url: baseUrl } },
  });
  return { asked, embedder: provider.embedder('own/small-vectors') };
}

const vectorsOf = (texts: readonly string[]) => ({
  body: { data: texts.map((text, index) => ({ index, embedding: [text.length, 1] })), usage: { prompt_tokens: 1 } },
});

test('texts become vectors in their order, many of them in several requests', async () => {
  const { asked, embedder } = await startEmbeddings(vectorsOf);
  const texts = Array.from({ length: 130 }, (_, index) => 'x'.repeat(index));

  expect(await embedder.embed(texts)).toEqual(texts.map((text) => [text.length, 1]));
  expect(asked.map(({ body }) => (body.input as string[]).length)).toEqual([64, 64, 2]);
  expect(asked[0]).toMatchObject({
    path: '/v1/embeddings',
    authorization: 'Bearer key-123456',
    body: { model: 'small-vectors' },
  });
  expect(embedder.id).toBe('own/small-vectors');
});

test('no texts ask nothing', async () => {
  const { asked, embedder } = await startEmbeddings(vectorsOf);
  expect(await embedder.embed([])).toEqual([]);
  expect(asked).toEqual([]);
});

test('a server that fails or answers too few is an error, never a wrong vector', async () => {
  const failing = await startEmbeddings(() => ({ status: 500, body: { error: { message: 'busy' } } }));
  await expect(failing.embedder.embed(['a'])).rejects.toThrow();
  const short = await startEmbeddings(() => vectorsOf(['a']));
  await expect(short.embedder.embed(['a', 'b'])).rejects.toMatchObject({ code: 'embeddings_incomplete' });
});

test('what is built in makes no vectors, and an unknown provider is refused as for a model', () => {
  const provider = createModelProvider({ env: {} });
  expect(() => provider.embedder('builtin/matcher')).toThrow('makes no vectors');
  expect(() => provider.embedder('depseek/x')).toThrow('no model provider');
});
