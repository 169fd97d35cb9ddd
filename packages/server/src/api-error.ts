import { type Bilingual, errorWords, type Language, RolecallError } from '@rolecall/base';
import type { Workspace } from '@rolecall/host';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { askedLanguage } from './asked-language.ts';

/** One field of a request body that is not as it should be. */
export interface FieldError {
  /** Dotted path, such as `customer.name`; empty for the body as a whole. */
  readonly field: string;
  readonly message: string;
}

/** What every answer that is not a success carries, under `error`. */
export interface ErrorBody {
  /** Stable, machine-readable. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly fields?: readonly FieldError[] | undefined;
}

/** An error before it is known who reads it. */
export interface ApiErrorDetails {
  readonly code: string;
  readonly message: Bilingual;
  readonly hint?: Bilingual | undefined;
  readonly fields?: readonly { readonly field: string; readonly message: Bilingual }[] | undefined;
}

/** An answer that a route gives instead of a success: for requests that are wrong, not for faults of ours. */
export class ApiError extends RolecallError {
  readonly status: ContentfulStatusCode;
  readonly fields: ApiErrorDetails['fields'];

  constructor(status: ContentfulStatusCode, details: ApiErrorDetails) {
    super({ code: details.code, message: details.message, hint: details.hint });
    this.name = 'ApiError';
    this.status = status;
    this.fields = details.fields;
  }
}

/** Errors of lower rooms that the caller can do something about; any other one is ours. */
const STATUS_BY_CODE: Readonly<Record<string, ContentfulStatusCode>> = {
  message_too_long: 413,
  message_empty: 400,
  desk_text_invalid: 400,
  conversation_unknown: 404,
  conversation_closed: 409,
  contact_unknown: 404,
  employee_unknown: 404,
  employee_not_running: 409,
  capability_unknown: 404,
  operation_unknown: 404,
  round_unknown: 404,
  event_unknown: 404,
  event_reserved: 403,
  event_unheard: 422,
  event_payload_invalid: 422,
  event_unaddressed: 400,
  letter_unknown: 404,
  timed_out: 504,
  workspace_closed: 503,
};

/** The status and body for whatever was thrown. What is ours and unexpected is named by its code and nothing else. */
export function errorAnswer(
  error: unknown,
  language: Language,
): { readonly status: ContentfulStatusCode; readonly body: ErrorBody } {
  if (error instanceof ApiError) {
    const fields = error.fields?.map(({ field, message }) => ({ field, message: message[language] }));
    return { status: error.status, body: { code: error.code, ...errorWords(error, language), fields } };
  }
  const status = RolecallError.is(error) ? STATUS_BY_CODE[error.code] : undefined;
  if (RolecallError.is(error) && status !== undefined) {
    return { status, body: { code: error.code, ...errorWords(error, language) } };
  }
  return { status: 500, body: { code: 'internal_error', message: UNEXPECTED[language], hint: SEE_LOG[language] } };
}

const UNEXPECTED: Bilingual = { en: 'The request could not be handled.', zh: '请求没能处理。' };
const SEE_LOG: Bilingual = {
  en: "The server's log has the reason. The request may be repeated with the same Idempotency-Key.",
  zh: '原因在服务器的日志里。可以用同一个 Idempotency-Key 重复这个请求。',
};

/** Answers with `{ error }` in the language that the request prefers, without secrets. */
export function answerError(c: Context, workspace: Workspace, error: unknown): Response {
  const { status, body } = errorAnswer(error, askedLanguage(c.req.header('accept-language')));
  return c.json({ error: workspace.redactor.redact(body) }, status);
}

/** For a request whose body is not read to its end: its connection cannot carry another one. */
export function closeAfterAnswer(c: Context): void {
  c.header('connection', 'close');
}
