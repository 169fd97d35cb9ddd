import { expect, test } from 'vitest';
import { startOpenAiWireServer } from './openai-wire-server.ts';

async function post(baseUrl: string, body: string, path = '/chat/completions'): Promise<Response> {
  return fetch(`${baseUrl}${path}`, { method: 'POST', body, headers: { authorization: 'Bearer k' } });
}

test('answers come in order, requests are recorded, and the end of the script is an error', async () => {
  await using server = await startOpenAiWireServer({ script: [{ kind: 'reply', text: 'one' }] });
  const first = await post(server.baseUrl, '{"model":"m","messages":[]}');
  expect(await first.json()).toMatchObject({
    model: 'm',
    choices: [{ message: { content: 'one' }, finish_reason: 'stop' }],
  });
  const second = await post(server.baseUrl, '{}');
  expect(second.status).toBe(500);
  expect(await second.json()).toMatchObject({ error: { code: 'script_ended' } });
  expect(server.requests).toHaveLength(2);
  expect(server.requests[0]).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer k' },
    body: { model: 'm' },
  });
});

test('a function may decide by the request', async () => {
  await using server = await startOpenAiWireServer({
    script: ({ body }, index) => ({ kind: 'reply', text: `${body.model} ${index}`, usage: { input: 3, output: 2 } }),
  });
  await post(server.baseUrl, '{"model":"a"}');
  const answer = await post(server.baseUrl, '{"model":"b"}');
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'b 1' } }], usage: { total_tokens: 5 } });
});

test('another path is not found, a body that is no JSON is an empty one', async () => {
  await using server = await startOpenAiWireServer({ script: [] });
  expect((await post(server.baseUrl, 'not json', '/models')).status).toBe(404);
  expect(server.requests[0]?.body).toEqual({});
});

test('closing breaks off a request that waits', async () => {
  const server = await startOpenAiWireServer({ script: [{ kind: 'silence' }] });
  const waiting = post(server.baseUrl, '{}');
  const refused = expect(waiting).rejects.toThrow();
  while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await server.close();
  await refused;
});
