import type { FetchLike } from '@modelcontextprotocol/client';
import { depart, departures, notDeparted } from './departure.ts';
import { MessageTooLarge } from './message-too-large.ts';

/**
 * A fetch for talking to MCP servers: an answer ends at a message over the limit, and a call that could not reach the
 * other side counts as not sent.
 */
export function limitedFetch(limitBytes: number): FetchLike {
  return async (url, init) => await fetchWithin(limitBytes, url, init);
}

async function fetchWithin(limitBytes: number, ...[url, init]: Parameters<FetchLike>): Promise<Response> {
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
  const body = response.body.pipeThrough(messageLimit(isStream, limitBytes));
  const limited = new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
  // The SDK looks at both to tell a redirect.
  Object.defineProperty(limited, 'url', { value: response.url });
  Object.defineProperty(limited, 'redirected', { value: response.redirected });
  return limited;
}

const NEWLINE = 0x0a;

/** Of a stream of events every line has the limit anew; of anything else the whole has it. */
function messageLimit(
  isStream: boolean,
  limitBytes: number,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const departure = departures.getStore();
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const lineEnd = isStream ? chunk.lastIndexOf(NEWLINE) : -1;
      size = lineEnd === -1 ? size + chunk.length : chunk.length - lineEnd - 1;
      if (size <= limitBytes) return controller.enqueue(chunk);
      const error = new MessageTooLarge(limitBytes);
      controller.error(error);
      // Who reads a stream of events would take it up again where it broke off.
      departure?.onFlood(error);
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
