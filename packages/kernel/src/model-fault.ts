import {
  APICallError,
  InvalidPromptError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  NoSuchModelError,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';
import { type Clock, RolecallError } from '@rolecall/base';
import { type Overflow, readOverflow } from './overflow.ts';

/**
 * Why a step of the model failed. The message is made here, never taken from the provider: its texts echo keys,
 * addresses and prompts.
 */
export interface ModelFault {
  /** `model_…`, stable. */
  readonly code: string;
  readonly message: string;
  /** True when the same request may do better a little later. */
  readonly isRetryable: boolean;
  /** How long the provider asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** Set when the provider refused the request as too long for the model. */
  readonly overflow?: Overflow | undefined;
}

/** Reads an error of the provider interface, a network error, or anything else that a model threw or streamed. */
export function modelFaultOf(error: unknown, model: string, clock: Clock): ModelFault {
  if (RolecallError.is(error)) return { code: error.code, message: error.message, isRetryable: false };
  const overflow = readOverflow(error);
  if (overflow) {
    const message = `The request is too long for the model ${model}.`;
    return { code: 'model_context_overflow', message, isRetryable: false, overflow };
  }
  if (APICallError.isInstance(error)) return apiFault(error, model, clock);
  if (LoadAPIKeyError.isInstance(error)) {
    return { code: 'model_key_missing', message: `No API key is set for the model ${model}.`, isRetryable: false };
  }
  if (NoSuchModelError.isInstance(error)) {
    return { code: 'model_unknown', message: `The provider does not know the model ${model}.`, isRetryable: false };
  }
  if (InvalidPromptError.isInstance(error) || UnsupportedFunctionalityError.isInstance(error)) {
    return {
      code: 'model_request_invalid',
      message: `The model ${model} cannot read the request.`,
      isRetryable: false,
    };
  }
  if (InvalidResponseDataError.isInstance(error)) return streamCut(model);
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)) return answerUnreadable(model);
  if (isNetworkError(error)) {
    return { code: 'model_unreachable', message: `The model ${model} cannot be reached.`, isRetryable: true };
  }
  const status = statusOf(error);
  if (status !== undefined) return statusFault(status, model, status === 429 || status >= 500);
  return { code: 'model_error', message: `The model ${model} failed.`, isRetryable: true };
}

function answerUnreadable(model: string): ModelFault {
  return { code: 'model_answer_unreadable', message: `The answer of ${model} cannot be read.`, isRetryable: true };
}

/** The stream ended before the model said that it was done; nothing of it is used. */
export function streamCut(model: string): ModelFault {
  return { code: 'model_stream_cut', message: `The answer of ${model} broke off.`, isRetryable: true };
}

/** The model sent nothing for too long. */
export function modelTimeout(model: string, timeoutMs: number): ModelFault {
  const message = `The model ${model} sent nothing for ${Math.round(timeoutMs / 1000)} s.`;
  return { code: 'model_timeout', message, isRetryable: true };
}

/** The model ended its step and had neither text nor call. */
export function nothingReturned(model: string): ModelFault {
  return { code: 'model_returned_nothing', message: `The model ${model} returned nothing.`, isRetryable: true };
}

function apiFault(error: APICallError, model: string, clock: Clock): ModelFault {
  const { statusCode, isRetryable, responseHeaders } = error;
  if (statusCode === undefined) {
    return { code: 'model_unreachable', message: `The model ${model} cannot be reached.`, isRetryable };
  }
  // The answer began well: what failed is the connection, or what it says.
  if (statusCode < 300) return isNetworkError(error.cause) ? streamCut(model) : answerUnreadable(model);
  const retryAfterMs = retryAfter(responseHeaders ?? {}, clock);
  return { ...statusFault(statusCode, model, isRetryable), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function statusFault(status: number, model: string, isRetryable: boolean): ModelFault {
  const [code, meaning] = meaningOf(status);
  return { code, message: `The model ${model} answered ${status}: ${meaning}.`, isRetryable };
}

function meaningOf(status: number): readonly [code: string, meaning: string] {
  if (status === 401 || status === 403) return ['model_unauthorized', 'the key is missing, wrong or not allowed'];
  if (status === 402) return ['model_unauthorized', 'the account has no credit'];
  if (status === 404) return ['model_unknown', 'it does not know this model or address'];
  if (status === 408) return ['model_timeout', 'it took too long'];
  if (status === 413) return ['model_request_invalid', 'the request is too large'];
  if (status === 429) return ['model_rate_limited', 'too many requests'];
  if (status >= 500) return ['model_unavailable', 'it is not available'];
  return ['model_request_invalid', 'it does not accept the request'];
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date, in milliseconds. */
function retryAfter(headers: Readonly<Record<string, string>>, clock: Clock): number | undefined {
  const header = (name: string) => Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const exact = Number(header('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const text = header('retry-after');
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}

const NETWORK_CODE = /^(E(CONN|HOST|NET|PIPE|AI_|TIMEDOUT|NOTFOUND)|UND_ERR_|ERR_STREAM_PREMATURE_CLOSE)/;

/** Node's fetch throws a `TypeError` whose cause names the system's error; sockets throw it themselves. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && NETWORK_CODE.test(code)) return true;
  if (error instanceof TypeError && /^(fetch failed|terminated|network)/i.test(error.message)) return true;
  return error.cause !== undefined && isNetworkError(error.cause);
}

/** Errors inside a stream are plain objects of the provider; some carry the status that they stand for. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, statusCode, code } = error as { status?: unknown; statusCode?: unknown; code?: unknown };
  const found = [status, statusCode, code].map(Number).find((value) => value >= 400 && value < 600);
  return found;
}
