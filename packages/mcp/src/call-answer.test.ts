import { type CallToolResult, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { answerOfError, answerOfResult } from './call-answer.ts';

const LIMIT = { limitBytes: 1_000_000, largeBytes: 500_000 };

function answered(result: CallToolResult) {
  return answerOfResult(result, LIMIT);
}

function text(value: string): CallToolResult['content'][number] {
  return { type: 'text', text: value };
}

describe('the content of a result', () => {
  test('is the structured one, whatever the text says', () => {
    const result = { content: [text('{"status":"other"}')], structuredContent: { status: 'done' } };
    expect(answered(result)).toMatchObject({ structured: { status: 'done' }, text: '{"status":"other"}' });
  });

  test.each([
    ['{"a":1}', { a: 1 }],
    ['[1]', [1]],
    ['null', null],
    ['42', 42],
    ['订单已取消', undefined],
    ['{"a":1', undefined],
    ['', undefined],
  ])('of the one text %j is %j', (value, structured) => {
    expect(answered({ content: [text(value)] })).toEqual({
      status: 'answered',
      structured,
      text: value,
      isError: false,
    });
  });

  test('of two texts is no JSON, though each of them is', () => {
    expect(answered({ content: [text('1'), text('2')] })).toMatchObject({ structured: undefined, text: '1\n2' });
  });

  test('names what is not text in its place', () => {
    const answer = answered({
      content: [
        text('{"a":1}'),
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'resource_link', uri: 'file:///report.txt', name: 'report' },
        { type: 'resource', resource: { uri: 'file:///page.txt', text: 'page' } },
      ],
    });
    expect(answer).toMatchObject({
      structured: { a: 1 },
      text: '{"a":1}\n[image image/png, 3 bytes, sha256:709e80c88487a241]\n[resource file:///report.txt]\n[resource file:///page.txt]',
    });
  });

  test('of an error is kept, with the error', () => {
    const answer = answered({ content: [text('{"error":"no_such_order"}')], isError: true });
    expect(answer).toMatchObject({ structured: { error: 'no_such_order' }, isError: true });
  });

  test('that did not fit its own schema says that the tool ran, so it is no error', () => {
    const error = text('MCP error -32602: Output validation error: Invalid structured content for tool cancel');
    expect(answered({ content: [error], isError: true })).toMatchObject({ isError: false });
    expect(answered({ content: [error], isError: true })).not.toHaveProperty('structured');
  });

  test('is taken whole or not at all, counts in bytes, and is said to be large when it is', () => {
    const result = { content: [text('不'.repeat(100))] };
    const whole = { status: 'answered', structured: undefined, text: '不'.repeat(100), isError: false };
    expect(answerOfResult(result, { limitBytes: 300, largeBytes: 300 })).toEqual(whole);
    expect(answerOfResult(result, { limitBytes: 300, largeBytes: 299 })).toEqual({ ...whole, largeBytes: 300 });
    expect(answerOfResult(result, { limitBytes: 299, largeBytes: 100 })).toEqual({
      status: 'too_large',
      limitBytes: 299,
    });
  });

  test('counts what is structured, and not the bytes of a picture', () => {
    const image = { type: 'image' as const, data: 'A'.repeat(4_000), mimeType: 'image/png' };
    const rules = { limitBytes: 1_000, largeBytes: 100 };
    expect(answerOfResult({ content: [image] }, rules)).not.toHaveProperty('largeBytes');
    const structured = (length: number) =>
      answerOfResult({ content: [], structuredContent: { a: 'x'.repeat(length) } }, rules);
    expect(structured(200)).toMatchObject({ structured: { a: 'x'.repeat(200) }, largeBytes: 208 });
    expect(structured(1_000)).toEqual({ status: 'too_large', limitBytes: 1_000 });
  });
});

test('an error that nobody foresaw leaves everything open, once something has left', () => {
  expect(answerOfError(new TypeError('boom'), false)).toMatchObject({ status: 'not_sent' });
  expect(answerOfError(new TypeError('boom'), true)).toEqual({ status: 'no_answer', reason: 'connection_lost' });
});

describe('structured content', () => {
  const outputSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { status: { type: 'string' } },
    required: ['status'],
  };

  test('that meets the schema of its tool is taken', () => {
    const answer = answerOfResult({ content: [], structuredContent: { status: 'done' } }, { ...LIMIT, outputSchema });
    expect(answer).toMatchObject({ structured: { status: 'done' } });
  });

  test.each([
    [{ content: [], structuredContent: { status: 1 } }, 'status'],
    [{ content: [text('done')] }, 'no structured content'],
  ])('that does not meet it says nothing: %j', (result, problem) => {
    const answer = answerOfResult(result, { ...LIMIT, outputSchema });
    expect(answer).toMatchObject({ isError: false, text: expect.stringContaining(problem) });
    expect(answer).not.toHaveProperty('structured');
  });

  test('is not asked of an error', () => {
    const result = { content: [text('no such order')], isError: true };
    expect(answerOfResult(result, { ...LIMIT, outputSchema })).toMatchObject({ isError: true, text: 'no such order' });
  });

  test('is not held to a schema that says nothing to us', () => {
    const odd = { type: 'object', 'x-never-heard-of': true };
    const answer = answerOfResult({ content: [], structuredContent: { a: 1 } }, { ...LIMIT, outputSchema: odd });
    expect(answer).toMatchObject({ structured: { a: 1 } });
  });
});

describe('what no store can keep', () => {
  test('is replaced in texts, keys and values', () => {
    const answer = answered({
      content: [text('half \ud83d of a face\u0000')],
      structuredContent: { 'key\udc00': ['\ud800', { deep: 'a\u0000b' }], whole: '😀' },
    });
    expect(answer).toMatchObject({
      text: 'half \ufffd of a face\ufffd',
      structured: { 'key\ufffd': ['\ufffd', { deep: 'a\ufffdb' }], whole: '😀' },
    });
  });
});

test.each([
  [401, true],
  [404, true],
  [429, true],
  [500, false],
  [503, false],
])('HTTP %i is a refusal: %s', (status, isError) => {
  const error = new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'no', { status });
  expect(answerOfError(error, true)).toMatchObject({
    status: 'answered',
    isError,
    text: expect.stringContaining(`HTTP ${status}`),
  });
});
