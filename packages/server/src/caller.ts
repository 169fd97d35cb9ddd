import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { ApiError } from './api-error.ts';
import type { PageSessions } from './page-sessions.ts';

/** Who asks. A backend is trusted with every contact; a page speaks for the one contact it is signed in as. */
export type Caller =
  | { readonly kind: 'backend' }
  | { readonly kind: 'page'; readonly contact: string; readonly externalId: string };

/** What the routes find in a request's context. */
export interface ServerEnv {
  Variables: { caller: Caller | undefined };
}

/**
 * Reads the bearer token and puts the caller into the context. A token that nobody holds is refused here, whatever the
 * route; a request without one goes on without a caller.
 */
export function identifyCaller(backendToken: string, sessions: PageSessions | undefined): MiddlewareHandler<ServerEnv> {
  const backend = digestOf(backendToken);
  return async (c, next) => {
    const token = bearerToken(c.req.header('authorization'));
    c.set('caller', token === undefined ? undefined : callerOf(token, backend, sessions));
    await next();
  };
}

/** Lets nobody pass without a token. */
export const requireCaller: MiddlewareHandler<ServerEnv> = async (c, next) => {
  if (c.get('caller') === undefined) throw unauthorized('The request has no bearer token.');
  await next();
};

/** Lets only a trusted backend pass. */
export const requireBackend: MiddlewareHandler<ServerEnv> = async (c, next) => {
  const caller = c.get('caller');
  if (caller === undefined) throw unauthorized('The request has no bearer token.');
  if (caller.kind !== 'backend') {
    throw new ApiError(403, {
      code: 'backend_only',
      message: 'A page session may not do this.',
      hint: 'Ask with the API token that the server printed when it started.',
    });
  }
  await next();
};

function callerOf(token: string, backend: Buffer, sessions: PageSessions | undefined): Caller {
  if (timingSafeEqual(digestOf(token), backend)) return { kind: 'backend' };
  const session = sessions?.use(token);
  if (session !== undefined) return { kind: 'page', contact: session.contact, externalId: session.externalId };
  throw unauthorized('The token is unknown, or was not used for too long.');
}

function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const match = /^bearer +(\S+)$/i.exec(header.trim());
  if (match?.[1] === undefined) throw unauthorized('The Authorization header is not "Bearer <token>".');
  return match[1];
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, {
    code: 'unauthorized',
    message,
    hint: 'Send "Authorization: Bearer <token>" with the API token that the server printed when it started.',
  });
}

/** Digests have one length, so that comparing them takes the same time for every token. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
