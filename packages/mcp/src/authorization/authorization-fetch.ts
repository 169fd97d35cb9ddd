import type { FetchLike } from '@modelcontextprotocol/client';
import { authorizationProblem, harmless, insecure } from './authorization-problem.ts';

/** Metadata and tokens are small; whoever sends more means no good. */
const ANSWER_LIMIT_BYTES = 1024 * 1024;

const REQUEST_TIMEOUT_MS = 7_000;

/**
 * A fetch for talking about authorization. It carries none of the headers that a server is declared with, goes only to
 * encrypted addresses, does not follow a redirect by itself, and ends an answer that is too long or too slow.
 *
 * An address on this machine is let through when the server itself is on it: otherwise a server could have us knock at
 * doors that only we can reach.
 */
export function authorizationFetch(server: URL, until?: AbortSignal): FetchLike {
  const mayBeLocal = isLoopback(server);
  return async (address, init) => {
    const url = new URL(address);
    const isLocal = isLoopback(url);
    if (url.protocol !== 'https:' && !(mayBeLocal && isLocal && url.protocol === 'http:')) throw insecure(url.origin);
    if (isLocal && !mayBeLocal) {
      throw authorizationProblem('authorization_metadata_invalid', {
        en: `A server elsewhere points to this machine: ${harmless(url.origin)}.`,
        zh: `别处的服务器指向这台机器：${harmless(url.origin)}。`,
      });
    }
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const signal = until === undefined ? timeout : AbortSignal.any([timeout, until]);
    return await limited(await fetch(url, { ...init, redirect: 'manual', signal }));
  };
}

export function isLoopback({ hostname }: URL): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

async function limited(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_LIMIT_BYTES) {
      throw authorizationProblem('authorization_metadata_invalid', {
        en: `An answer is over ${ANSWER_LIMIT_BYTES} bytes.`,
        zh: `有一个回答超过 ${ANSWER_LIMIT_BYTES} 字节。`,
      });
    }
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  const plain = new Headers(headers);
  // It is unpacked already.
  for (const name of ['content-encoding', 'content-length']) plain.delete(name);
  const isEmpty = [101, 204, 205, 304].includes(status);
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, statusText, headers: plain });
}
