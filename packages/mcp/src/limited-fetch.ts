import type { FetchLike } from '@modelcontextprotocol/client';
import { depart, notDeparted } from './departure.ts';

/** One message of a server may not be longer; a longer one ends the answer. */
export const MESSAGE_LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * A fetch for talking to MCP servers: a message of an answer is cut off at the limit, and a call that could not reach the
 * other side counts as not sent.
 */
export const limitedFetch: FetchLike = async (url, init) => {
  if (init?.method === 'POST' && typeof init.body === 'string') depart(init.body);
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (isUnreachable(error)) notDeparted();
    throw error;
  }
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  const body = response.body.pipeThrough(messageLimit(isStream));
  const limited = new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
  // The SDK looks at both to tell a redirect.
  Object.defineProperty(limited, 'url', { value: response.url });
  Object.defineProperty(limited, 'redirected', { value: response.redirected });
  return limited;
};

const NEWLINE = 0x0a;

/** Of a stream of events every line has the limit anew; of anything else the whole has it. */
function messageLimit(isStream: boolean): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const lineEnd = isStream ? chunk.lastIndexOf(NEWLINE) : -1;
      size = lineEnd === -1 ? size + chunk.length : chunk.length - lineEnd - 1;
      if (size > MESSAGE_LIMIT_BYTES) controller.error(new Error(`A message is over ${MESSAGE_LIMIT_BYTES} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}

/** No connection came about: the name is unknown, nobody listens, the certificate is not to be trusted. */
export function isUnreachable(error: unknown): boolean {
  const codes = new Set<string>();
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') codes.add(at.code);
    if (at instanceof AggregateError) for (const each of at.errors) if (each?.code) codes.add(String(each.code));
  }
  return [...codes].some((code) => UNREACHABLE.has(code) || /^(?:ERR_TLS_|CERT_|UNABLE_TO_)/.test(code));
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
]);
