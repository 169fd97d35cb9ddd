import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { type Clock, isJsonObject, systemClock } from '@rolecall/base';

/**
 * What kind of thing went wrong with a model.
 *
 * `rate_limited`: too many requests; `overloaded`: busy, down or out of reach, worth another try; `overflow`: the request is
 * longer than the model's window; `auth`: the key is missing, wrong or not allowed; `cut`: the answer broke off midway or
 * came so garbled that it could not be read.
 */
export type ModelErrorCode = 'rate_limited' | 'overloaded' | 'overflow' | 'auth' | 'cut' | 'other';

export interface ModelError {
  readonly code: ModelErrorCode;
  /** How long the provider asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** One line; may hold text of the provider, so it passes a redactor before anybody sees it. */
  readonly message: string;
}

const OVERFLOW =
  /context[_ ](?:length|window)|maximum context|(?:prompt|input|request)[^.]{0,40}too (?:long|large)|too many (?:input )?tokens|exceed[^.]{0,40}(?:token|context)|上下文[^。]{0,20}超|超[^。]{0,20}(?:上下文|长度|token)/iu;
const RATE = /rate[_ -]?limit|too many requests|quota|tokens per minute|requests per minute|限流|频率/iu;
const BUSY = /overload|over capacity|unavailable|server[_ ]?error|internal[_ ]?error|timeout|timed out|繁忙/iu;
const AUTH = /api[_ -]?key|unauthori[sz]ed|authentication|permission|forbidden/iu;

const UNREADABLE = [InvalidResponseDataError, JSONParseError, TypeValidationError];

/** Reads an error of a model call, thrown or streamed, for a host that shows it or decides whether to try again. */
export function classifyModelError(error: unknown, clock: Clock = systemClock): ModelError {
  if (APICallError.isInstance(error)) return classifyCall(error, clock);
  if (LoadAPIKeyError.isInstance(error)) return { code: 'auth', message: error.message };
  const message = messageOf(error);
  if (UNREADABLE.some((kind) => kind.isInstance(error))) return { code: 'cut', message };
  // A provider may send its error as one of the stream's chunks: an object with message, type and code.
  if (isJsonObject(error) && !(error instanceof Error))
    return { code: codeOfText(`${message} ${String(error.code ?? '')} ${String(error.type ?? '')}`), message };
  return { code: isBrokenConnection(error) ? 'cut' : 'other', message };
}

function classifyCall(error: APICallError, clock: Clock): ModelError {
  const { statusCode: status, responseBody = '' } = error;
  const message = messageOf(error);
  const retryAfterMs = retryAfterOf(error.responseHeaders ?? {}, clock);
  const waits = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === undefined) return { code: error.isRetryable ? 'overloaded' : 'other', message };
  if (status < 300) return { code: 'cut', message };
  if (status === 429) return { code: 'rate_limited', message, ...waits };
  if (status === 401 || status === 403) return { code: 'auth', message };
  if (status === 413) return { code: 'overflow', message };
  if (status === 408 || status >= 500) return { code: 'overloaded', message, ...waits };
  return { code: OVERFLOW.test(`${message} ${responseBody}`) ? 'overflow' : 'other', message };
}

/** `retry-after-ms`, or `retry-after` as seconds or as a date. */
function retryAfterOf(headers: Readonly<Record<string, string>>, clock: Clock): number | undefined {
  const milliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (milliseconds >= 0) return Math.ceil(milliseconds);
  const after = headers['retry-after']?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1_000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}

function codeOfText(text: string): ModelErrorCode {
  if (OVERFLOW.test(text)) return 'overflow';
  if (RATE.test(text)) return 'rate_limited';
  if (BUSY.test(text)) return 'overloaded';
  return AUTH.test(text) ? 'auth' : 'other';
}

const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_BODY_TIMEOUT', 'ERR_STREAM_PREMATURE_CLOSE']);

function isBrokenConnection(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (BROKEN.has(String((current as { code?: unknown }).code)) || current.message === 'terminated') return true;
    current = current.cause;
  }
  return false;
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : isJsonObject(error) ? error.message : error;
  const line = String(text ?? '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return line === '' ? 'The model gave no reason.' : line;
}
