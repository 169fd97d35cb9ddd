import { isObject, type JsonObject, RequestFailed } from './wire.ts';

/** What goes with a request. */
export interface RequestOptions {
  readonly body?: JsonObject | undefined;
  readonly token?: string | undefined;
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One request of the API; throws `RequestFailed` for whatever is no success. */
export async function request(method: string, path: string, options: RequestOptions): Promise<Response> {
  const headers = new Headers();
  if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
  if (options.key !== undefined) headers.set('idempotency-key', options.key);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal ?? null,
      cache: 'no-store',
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreachable();
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

/** The JSON object of an answer. */
export async function readJson(response: Response): Promise<JsonObject> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!isObject(body)) throw new RequestFailed('answer_unreadable', response.status, 'The answer is not JSON.');
  return body;
}

async function failureOf(response: Response): Promise<RequestFailed> {
  const body: unknown = await response.json().catch(() => undefined);
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const hint = typeof error.hint === 'string' ? error.hint : undefined;
  return new RequestFailed(
    String(error.code ?? `http_${response.status}`),
    response.status,
    String(error.message ?? ''),
    hint,
  );
}

/** No answer at all. */
export function unreachable(): RequestFailed {
  return new RequestFailed('unreachable', 0, 'The server does not answer.');
}
