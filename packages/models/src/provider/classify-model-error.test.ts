import { APICallError, JSONParseError, LoadAPIKeyError } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { classifyModelError } from './classify-model-error.ts';

function refused(
  statusCode: number | undefined,
  message = 'no',
  more: { headers?: Record<string, string>; isRetryable?: boolean } = {},
) {
  return new APICallError({
    message,
    url: 'https://models.example/v1/chat/completions',
    requestBodyValues: {},
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(more.headers ? { responseHeaders: more.headers } : {}),
    ...(more.isRetryable === undefined ? {} : { isRetryable: more.isRetryable }),
  });
}

test.each([
  [refused(429), 'rate_limited'],
  [refused(401), 'auth'],
  [refused(403), 'auth'],
  [refused(413), 'overflow'],
  [refused(408), 'overloaded'],
  [refused(502), 'overloaded'],
  [refused(529), 'overloaded'],
  [refused(200), 'cut'],
  [refused(undefined, 'Cannot connect to API', { isRetryable: true }), 'overloaded'],
  [refused(400, 'Input is too long for the requested model.'), 'overflow'],
  [refused(400, '输入超出模型上下文长度限制'), 'overflow'],
  [refused(400, 'Unknown parameter: foo'), 'other'],
  [refused(402, 'Insufficient Balance'), 'other'],
  [new LoadAPIKeyError({ message: 'no key' }), 'auth'],
  [new JSONParseError({ text: '{', cause: new Error('x') }), 'cut'],
  [{ message: 'The service is overloaded.' }, 'overloaded'],
  [{ message: 'x', code: 'invalid_api_key' }, 'auth'],
  [{ message: 'x', type: 'server_error' }, 'overloaded'],
  [
    Object.assign(new TypeError('terminated'), { cause: Object.assign(new Error('x'), { code: 'UND_ERR_SOCKET' }) }),
    'cut',
  ],
  [Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), 'cut'],
  [new DOMException('aborted', 'AbortError'), 'other'],
  [new Error('something'), 'other'],
  ['text', 'other'],
  [undefined, 'other'],
  [null, 'other'],
])('%s is %s', (error, code) => {
  expect(classifyModelError(error).code).toBe(code);
});

describe('how long to wait', () => {
  const clock = { now: () => Date.parse('2025-03-12T10:00:00Z') };

  test.each([
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '1200', 'retry-after': '9' }, 1_200],
    [{ 'retry-after': 'Wed, 12 Mar 2025 10:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 12 Mar 2025 09:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j → %s', (headers, expected) => {
    expect(classifyModelError(refused(429, 'no', { headers }), clock).retryAfterMs).toBe(expected);
  });
});

test('the message is one line, and there always is one', () => {
  expect(classifyModelError(new Error('a\n  b')).message).toBe('a b');
  expect(classifyModelError('').message).toBe('The model gave no reason.');
});
