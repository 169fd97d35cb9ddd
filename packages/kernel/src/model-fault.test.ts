import { APICallError, InvalidResponseDataError, LoadAPIKeyError } from '@ai-sdk/provider';
import { inAnyLanguage, RolecallError } from '@rolecall/base';
import { describe, expect, it } from 'vitest';
import { modelFaultOf } from './model-fault.ts';

const SECRET = 'sk-live-123456';
const clock = { now: () => Date.parse('2026-03-01T12:00:00Z') };

function answered(statusCode: number | undefined, responseHeaders: Record<string, string> = {}) {
  const error = new APICallError({
    message: `Incorrect API key provided: ${SECRET}`,
    url: `https://model.test/v1?key=${SECRET}`,
    requestBodyValues: { prompt: SECRET },
    ...(statusCode === undefined ? { isRetryable: true } : { statusCode }),
    responseHeaders,
    responseBody: SECRET,
  });
  return modelFaultOf(error, 'acme/large', clock);
}

const socketClosed = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });

/** What the provider's client throws when an answer that began well cannot be read to its end. */
function begun(cause: Error): APICallError {
  const url = 'https://model.test/v1';
  return new APICallError({ message: SECRET, url, requestBodyValues: {}, statusCode: 200, cause });
}

describe('modelFaultOf', () => {
  it.each([
    [400, 'model_request_invalid', false],
    [401, 'model_unauthorized', false],
    [402, 'model_unauthorized', false],
    [403, 'model_unauthorized', false],
    [404, 'model_unknown', false],
    [408, 'model_timeout', true],
    [413, 'model_context_overflow', false],
    [429, 'model_rate_limited', true],
    [500, 'model_unavailable', true],
    [503, 'model_unavailable', true],
    [200, 'model_answer_unreadable', true],
    [undefined, 'model_unreachable', true],
  ])('reads status %s as %s', (status, code, isRetryable) => {
    const fault = answered(status);
    expect(fault).toMatchObject({ code, isRetryable });
    expect(fault.message).toContain('acme/large');
    expect(JSON.stringify(fault)).not.toContain(SECRET);
  });

  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'Retry-After': '0.5' }, 500],
    [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:20 GMT' }, 20_000],
    [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '120', 'retry-after': '7' }, 120],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('reads the wish to wait in %j', (headers, retryAfterMs) => {
    expect(answered(429, headers as Record<string, string>).retryAfterMs).toBe(retryAfterMs);
  });

  it.each([
    [new LoadAPIKeyError({ message: 'no key' }), 'model_key_missing', false],
    [new InvalidResponseDataError({ data: undefined, message: 'no finish reason' }), 'model_stream_cut', true],
    [
      new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
      'model_unreachable',
      true,
    ],
    [new TypeError('terminated'), 'model_unreachable', true],
    [begun(new TypeError('terminated', { cause: socketClosed })), 'model_stream_cut', true],
    [begun(new SyntaxError('Unexpected token <')), 'model_answer_unreadable', true],
    [Object.assign(new Error('reset'), { code: 'ECONNRESET' }), 'model_unreachable', true],
    [{ message: SECRET, code: 429 }, 'model_rate_limited', true],
    [{ message: SECRET, type: 'server_error', code: null }, 'model_error', true],
    [
      new RolecallError({ code: 'model_not_configured', message: inAnyLanguage('No model is set.') }),
      'model_not_configured',
      false,
    ],
    [new Error(SECRET), 'model_error', true],
    ['odd', 'model_error', true],
    [undefined, 'model_error', true],
  ])('reads %o', (error, code, isRetryable) => {
    const fault = modelFaultOf(error, 'acme/large', clock);
    expect(fault).toMatchObject({ code, isRetryable });
    expect(JSON.stringify(fault)).not.toContain(SECRET);
  });
});
