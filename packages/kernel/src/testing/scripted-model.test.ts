import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from './scripted-model.ts';

const request = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }] };

async function partsOf(model: ReturnType<typeof scriptedModel>): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await model.doStream(request);
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

describe('scriptedModel', () => {
  it('streams words and calls in the deltas asked for, and remembers what it was asked', async () => {
    const model = scriptedModel([{ text: 'abc', calls: [{ name: 'look', input: { a: 1 } }], deltaCharacters: 2 }]);
    const parts = await partsOf(model);
    expect(parts.filter(({ type }) => type === 'text-delta')).toMatchObject([{ delta: 'ab' }, { delta: 'c' }]);
    expect(parts.find(({ type }) => type === 'tool-call')).toMatchObject({ toolCallId: 'call_1_1', input: '{"a":1}' });
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-calls' } });
    expect(model.calls).toEqual([request]);
  });

  it('breaks off, refuses and fails as told', async () => {
    const model = scriptedModel([
      { text: 'a', cut: true },
      { error: { status: 429, retryAfter: 3 } },
      { throws: new Error('x') },
    ]);
    expect((await partsOf(model)).some(({ type }) => type === 'finish')).toBe(false);
    await expect(partsOf(model)).rejects.toMatchObject({
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { 'retry-after': '3' },
    });
    await expect(partsOf(model)).rejects.toThrow('x');
    await expect(partsOf(model)).rejects.toMatchObject({ code: 'script_exhausted' });
  });

  it('makes its words out of the request when the script is a function', async () => {
    const model = scriptedModel(({ prompt }, number) => `${prompt.length} message, request ${number}`);
    await model.doGenerate(request);
    expect(await model.doGenerate(request)).toMatchObject({
      content: [{ type: 'text', text: '1 message, request 2' }],
      finishReason: { unified: 'stop' },
    });
  });
});
