import { APICallError, type LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { startOpenAiWireServer, type WireAnswer } from '../testing/openai-wire-server.ts';
import { said } from '../testing/prompt.ts';
import { classifyModelError } from './classify-model-error.ts';
import { createModelProvider } from './model-provider.ts';

interface Streamed {
  readonly parts: readonly LanguageModelV4StreamPart[];
  /** What the stream itself threw, after the parts before it. */
  readonly broken?: unknown;
}

/** One streamed call against a real server with one scripted answer. */
async function stream(answer: WireAnswer, abortSignal?: AbortSignal): Promise<Streamed> {
  await using server = await startOpenAiWireServer({ script: [answer] });
  const provider = createModelProvider({ env: {}, providers: { own: { base_url: server.baseUrl } } });
  const result = await provider
    .model('own/scripted')
    .doStream({ prompt: [said('hi')], ...(abortSignal ? { abortSignal } : {}) });
  expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  const parts: LanguageModelV4StreamPart[] = [];
  try {
    for await (const part of result.stream) parts.push(part);
  } catch (broken) {
    return { parts, broken };
  }
  return { parts };
}

function ofType<Type extends LanguageModelV4StreamPart['type']>(
  parts: readonly LanguageModelV4StreamPart[],
  type: Type,
) {
  return parts.filter((part): part is Extract<LanguageModelV4StreamPart, { type: Type }> => part.type === type);
}

describe('a streamed answer', () => {
  test('text arrives in pieces and whole, with the usage of the last chunk', async () => {
    const { parts } = await stream({
      kind: 'reply',
      text: '你好，世界！这是一段比较长的文字 🙂。',
      usage: { input: 120, output: 9, cached: 100 },
    });
    const deltas = ofType(parts, 'text-delta');
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.map(({ delta }) => delta).join('')).toBe('你好，世界！这是一段比较长的文字 🙂。');
    expect(parts.map(({ type }) => type).filter((type) => type !== 'text-delta')).toEqual([
      'stream-start',
      'response-metadata',
      'text-start',
      'text-end',
      'finish',
    ]);
    expect(ofType(parts, 'finish')[0]).toMatchObject({
      finishReason: { unified: 'stop' },
      usage: { inputTokens: { total: 120, cacheRead: 100, noCache: 20 }, outputTokens: { total: 9 } },
    });
  });

  test('arguments split over many chunks are one call with valid JSON', async () => {
    const input = { order: '订单 #W2890441', note: 'a "quoted" \\ text\n', list: [1, { deep: null }] };
    const { parts } = await stream({
      kind: 'reply',
      calls: [{ id: 'c1', name: 'order__get', arguments: input }],
      pieceLength: 1,
    });
    expect(ofType(parts, 'tool-input-delta').length).toBeGreaterThan(20);
    const [call, ...others] = ofType(parts, 'tool-call');
    expect(others).toEqual([]);
    expect(call).toMatchObject({ toolCallId: 'c1', toolName: 'order__get' });
    expect(JSON.parse(call!.input)).toEqual(input);
    expect(ofType(parts, 'finish')[0]?.finishReason.unified).toBe('tool-calls');
  });

  test('several calls keep their order, ids and arguments, beside text', async () => {
    const calls = [
      { id: 'a', name: 'one', arguments: { x: 1 } },
      { id: 'b', name: 'two', arguments: {} },
      { id: 'c', name: 'one', arguments: { x: 2 } },
    ];
    const { parts } = await stream({ kind: 'reply', text: 'Let me look.', calls, pieceLength: 2 });
    expect(ofType(parts, 'tool-call').map(({ toolCallId, toolName, input }) => [toolCallId, toolName, input])).toEqual([
      ['a', 'one', '{"x":1}'],
      ['b', 'two', '{}'],
      ['c', 'one', '{"x":2}'],
    ]);
    expect(
      ofType(parts, 'text-delta')
        .map(({ delta }) => delta)
        .join(''),
    ).toBe('Let me look.');
  });

  test('interleaved pieces of two calls are put together by their index', async () => {
    const deltas = [
      { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'one', arguments: '{"x":' } }] },
      { tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'two', arguments: '{"y":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '1}' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '2}' } }] },
    ];
    const chunks = [
      ...deltas.map((delta) => ({ index: 0, delta, finish_reason: null })),
      { index: 0, delta: {}, finish_reason: 'tool_calls' },
    ];
    const body = chunks.map((choice) => `data: ${JSON.stringify({ id: 'x', choices: [choice] })}\n\n`).join('');
    const { parts } = await stream({ kind: 'raw', body: `${body}data: [DONE]\n\n` });
    expect(ofType(parts, 'tool-call').map(({ toolCallId, input }) => [toolCallId, input])).toEqual([
      ['a', '{"x":1}'],
      ['b', '{"y":2}'],
    ]);
  });

  test('the length limit is a finish reason, not an error', async () => {
    const { parts } = await stream({ kind: 'reply', text: 'cut by the model', finish: 'length' });
    expect(ofType(parts, 'finish')[0]?.finishReason.unified).toBe('length');
  });
});

describe('a refused call', () => {
  async function refused(answer: WireAnswer): Promise<APICallError> {
    const error: unknown = await stream(answer).then(
      () => undefined,
      (thrown) => thrown,
    );
    if (APICallError.isInstance(error)) return error;
    throw new Error('the call was not refused');
  }

  test('429 carries its status and how long to wait', async () => {
    const error = await refused({ kind: 'error', status: 429, message: 'Slow down.', headers: { 'retry-after': '7' } });
    expect(error).toMatchObject({ statusCode: 429, isRetryable: true, responseHeaders: { 'retry-after': '7' } });
    expect(classifyModelError(error)).toEqual({ code: 'rate_limited', retryAfterMs: 7_000, message: 'Slow down.' });
  });

  test('500 may be tried again', async () => {
    const error = await refused({ kind: 'error', status: 500, message: 'Internal error.' });
    expect(error).toMatchObject({ statusCode: 500, isRetryable: true });
    expect(classifyModelError(error)).toEqual({ code: 'overloaded', message: 'Internal error.' });
  });

  test('an error page that is no JSON keeps its status', async () => {
    const error = await refused({
      kind: 'raw',
      status: 503,
      contentType: 'text/html',
      body: '<html>Bad gateway</html>',
    });
    expect(error).toMatchObject({ statusCode: 503, isRetryable: true });
  });

  test('a wrong key may not be tried again', async () => {
    const error = await refused({ kind: 'error', status: 401, message: 'Incorrect API key provided.' });
    expect(error.isRetryable).toBe(false);
    expect(classifyModelError(error).code).toBe('auth');
  });

  test('a request over the window says so', async () => {
    const message = "This model's maximum context length is 8192 tokens.";
    const error = await refused({ kind: 'error', status: 400, message, code: 'context_length_exceeded' });
    expect(error.isRetryable).toBe(false);
    expect(classifyModelError(error)).toEqual({ code: 'overflow', message });
  });

  test('a server that is not there is out of reach', async () => {
    const server = await startOpenAiWireServer({ script: [] });
    await server.close();
    const provider = createModelProvider({ env: {}, providers: { own: { base_url: server.baseUrl } } });
    const error: unknown = await Promise.resolve(provider.model('own/x').doStream({ prompt: [said('hi')] })).catch(
      (thrown) => thrown,
    );
    expect(classifyModelError(error).code).toBe('overloaded');
  });
});

describe('a stream that goes wrong', () => {
  test('a destroyed socket breaks it: what came before stays, no finish and no call comes out', async () => {
    const { parts, broken } = await stream({ kind: 'cut', text: 'This will break off in the middle.', afterChunks: 3 });
    expect(
      ofType(parts, 'text-delta')
        .map(({ delta }) => delta)
        .join(''),
    ).toBe('This will break ');
    expect(ofType(parts, 'finish')).toEqual([]);
    expect(APICallError.isInstance(broken) && broken.isRetryable).toBe(true);
    expect(classifyModelError(broken).code).toBe('cut');
  });

  test('a destroyed socket inside a call’s arguments gives no call', async () => {
    const { parts, broken } = await stream({
      kind: 'cut',
      calls: [{ name: 'one', arguments: { text: 'a long text' } }],
      afterChunks: 4,
    });
    expect(ofType(parts, 'tool-input-delta').length).toBeGreaterThan(0);
    expect(ofType(parts, 'tool-call')).toEqual([]);
    expect(classifyModelError(broken).code).toBe('cut');
  });

  test('an end without a finish reason is an error part and finishes with error, also when half a call came out', async () => {
    const delta = {
      tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'one', arguments: '{"x": tru' } }],
    };
    const { parts } = await stream({
      kind: 'raw',
      body: `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`,
    });
    // Half a call is handed on as it is: whoever runs calls waits for the finish first.
    expect(ofType(parts, 'tool-call').map(({ input }) => input)).toEqual(['{"x": tru']);
    expect(parts.slice(-2).map(({ type }) => type)).toEqual(['error', 'finish']);
    expect(classifyModelError(ofType(parts, 'error')[0]?.error).code).toBe('cut');
    expect(ofType(parts, 'finish')[0]?.finishReason.unified).toBe('error');
  });

  test.each([
    ['an event that is no JSON', { kind: 'raw', body: 'data: {"id": garbage\n\ndata: [DONE]\n\n' }],
    ['an event of another shape', { kind: 'raw', body: 'data: {"choices": "none"}\n\ndata: [DONE]\n\n' }],
    ['a page instead of events', { kind: 'raw', body: '<html>hello</html>', contentType: 'text/html' }],
    ['nothing at all', { kind: 'raw', body: '' }],
  ] as const)('%s is an error part and finishes with error', async (_, answer) => {
    const { parts } = await stream(answer);
    expect(classifyModelError(ofType(parts, 'error')[0]?.error).code).toBe('cut');
    expect(ofType(parts, 'finish')[0]?.finishReason.unified).toBe('error');
  });

  test('an error sent as an event is told apart by its code', async () => {
    const { parts } = await stream({
      kind: 'raw',
      body: 'data: {"error":{"message":"Try later.","code":"rate_limit_exceeded"}}\n\n',
    });
    expect(classifyModelError(ofType(parts, 'error')[0]?.error)).toEqual({
      code: 'rate_limited',
      message: 'Try later.',
    });
  });

  test('an abort ends a call that is never answered', async () => {
    const controller = new AbortController();
    const call = stream({ kind: 'silence' }, controller.signal);
    setTimeout(() => controller.abort(), 20);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});
