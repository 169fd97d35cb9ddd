import { createHash, timingSafeEqual } from 'node:crypto';
import type { Bilingual } from '@rolecall/base';
import type { Workspace } from '@rolecall/host';
import type { MiddlewareHandler } from 'hono';
import { ApiError } from './api-error.ts';
import { isChannelToken, readChannelToken } from './channel-token.ts';
import type { PageSessions } from './page-sessions.ts';

/**
 * Who asks. A backend is trusted with every contact; a page speaks for the one contact it is signed in as, and whoever holds
 * a signed token for the contact and the channel that it names.
 */
export type Caller =
  | { readonly kind: 'backend' }
  | {
      readonly kind: 'customer';
      readonly contact: string;
      readonly externalId: string;
      readonly channel: string;
      readonly expiresAt: number;
    }
  | { readonly kind: 'page'; readonly contact: string; readonly externalId: string };

/** What the routes find in a request's context. */
export interface ServerEnv {
  Variables: { caller: Caller | undefined };
}

/**
 * Reads the bearer token and puts the caller into the context. A token that nobody holds is refused here, whatever the
 * route; a request without one goes on without a caller.
 */
export function identifyCaller(
  backendToken: string,
  sessions: PageSessions | undefined,
  workspace: Workspace,
): MiddlewareHandler<ServerEnv> {
  const backend = digestOf(backendToken);
  return async (c, next) => {
    const token = bearerToken(c.req.header('authorization'));
    c.set('caller', token === undefined ? undefined : await callerOf(token, backend, sessions, workspace));
    await next();
  };
}

const NO_TOKEN: Bilingual = { en: 'The request has no bearer token.', zh: '请求没有 bearer 令牌。' };

/** Lets nobody pass without a token. */
export const requireCaller: MiddlewareHandler<ServerEnv> = async (c, next) => {
  if (c.get('caller') === undefined) throw unauthorized(NO_TOKEN);
  await next();
};

/** Lets only a trusted backend pass. */
export const requireBackend: MiddlewareHandler<ServerEnv> = async (c, next) => {
  const caller = c.get('caller');
  if (caller === undefined) throw unauthorized(NO_TOKEN);
  if (caller.kind !== 'backend') {
    throw new ApiError(403, {
      code: 'backend_only',
      message: { en: 'A customer may not do this.', zh: '客户不能这样做。' },
      hint: {
        en: 'Ask with the API token that the server printed when it started.',
        zh: '请使用服务器启动时打印的 API 令牌。',
      },
    });
  }
  await next();
};

async function callerOf(
  token: string,
  backend: Buffer,
  sessions: PageSessions | undefined,
  workspace: Workspace,
): Promise<Caller> {
  if (timingSafeEqual(digestOf(token), backend)) return { kind: 'backend' };
  const session = sessions?.use(token);
  if (session !== undefined) return { kind: 'page', contact: session.contact, externalId: session.externalId };
  if (isChannelToken(token)) return customerOf(token, workspace);
  throw unauthorized({
    en: 'The token is unknown, or was not used for too long.',
    zh: '不认识这个令牌，或太久没有使用。',
  });
}

/** The contact of a signed token becomes known with its first request, and is as the latest token says. */
async function customerOf(token: string, workspace: Workspace): Promise<Caller> {
  const { channel, externalId, level, displayName, expiresAt } = await readChannelToken(token, workspace);
  const known = await workspace.store.contactByExternalId(externalId);
  const isSame = known?.level === level && (displayName === undefined || known.displayName === displayName);
  const name = displayName ?? known?.displayName;
  const contact = isSame
    ? known
    : await workspace.contact({ externalId, level, ...(name === undefined ? {} : { displayName: name }) });
  return { kind: 'customer', contact: contact.id, externalId, channel, expiresAt };
}

function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const match = /^bearer +(\S+)$/i.exec(header.trim());
  if (match?.[1] === undefined)
    throw unauthorized({
      en: 'The Authorization header is not "Bearer <token>".',
      zh: 'Authorization 请求头不是“Bearer <token>”。',
    });
  return match[1];
}

function unauthorized(message: Bilingual): ApiError {
  return new ApiError(401, {
    code: 'unauthorized',
    message,
    hint: {
      en: 'Send "Authorization: Bearer <token>" with the API token that the server printed when it started.',
      zh: '发送“Authorization: Bearer <token>”，令牌是服务器启动时打印的 API 令牌。',
    },
  });
}

/** Digests have one length, so that comparing them takes the same time for every token. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
