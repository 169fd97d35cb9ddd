import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type LoopbackServer, loopbackServer, type Received, sendJson } from './loopback-server.ts';

/** What a token is good for. */
export interface Grant {
  readonly audience: string;
  readonly scope: string;
  readonly client: string;
}

/** How an authorization server departs from what it should do; read at each request. */
export interface Ways {
  metadata?: Readonly<Record<string, unknown>>;
  /** Parameters of the answer to a login, in place of the right ones. */
  answer?: Readonly<Record<string, string>>;
  expiresIn?: number;
  /** Whom tokens are for, whatever was asked. */
  audience?: string;
  tokenType?: string;
  /** Sends token requests elsewhere. */
  redirectTo?: string;
  /** Answers token requests with this status, repeating what it was sent. */
  failure?: number;
}

/** An authorization server of OAuth 2.1: PKCE, rotating refresh tokens, registration, revocation. It lets everybody in. */
export interface AuthorizationServer extends LoopbackServer {
  readonly ways: Ways;
  /** What a token is good for; undefined for one that it did not give, or took back. */
  grantOf(token: string): Grant | undefined;
  /** Every refresh token that was sent a second time. */
  readonly reused: readonly string[];
  /** Ends all access tokens; refresh tokens stay. */
  endTokens(): void;
  /** Ends everything that it gave. */
  endLogins(): void;
  tokenRequests(): readonly URLSearchParams[];
}

export const MACHINE = { id: 'machine-client', secret: 'machine-secret-for-tests' };

export async function authorizationServer(ways: Ways = {}): Promise<AuthorizationServer> {
  const codes = new Map<string, Grant & { readonly challenge: string; readonly redirect: string }>();
  const access = new Map<string, Grant>();
  const refresh = new Map<string, Grant>();
  const spent = new Set<string>();
  const reused: string[] = [];

  function metadata(): object {
    const { origin } = server;
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      revocation_endpoint: `${origin}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
      ...ways.metadata,
    };
  }

  function authorize({ url }: Received, response: ServerResponse): void {
    const asked = (name: string) => url.searchParams.get(name) ?? '';
    const code = randomUUID();
    codes.set(code, {
      audience: asked('resource'),
      scope: asked('scope'),
      client: asked('client_id'),
      challenge: asked('code_challenge'),
      redirect: asked('redirect_uri'),
    });
    const back = new URL(asked('redirect_uri'));
    for (const [name, value] of Object.entries({ code, state: asked('state'), iss: server.origin, ...ways.answer })) {
      if (value !== '') back.searchParams.set(name, value);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  function token({ body, headers }: Received, response: ServerResponse): void {
    if (ways.redirectTo !== undefined) return void response.writeHead(307, { location: ways.redirectTo }).end();
    if (ways.failure !== undefined) return void response.writeHead(ways.failure).end(`you sent ${body}`);
    const sent = new URLSearchParams(body);
    const grant = granted(sent, headers.authorization);
    if (grant === undefined)
      return void sendJson(response, 400, { error: 'invalid_grant', error_description: 'no such grant' });
    sendJson(
      response,
      200,
      give({ ...grant, audience: ways.audience ?? grant.audience }, sent.get('grant_type') ?? ''),
    );
  }

  function granted(sent: URLSearchParams, authorization: string | undefined): Grant | undefined {
    switch (sent.get('grant_type')) {
      case 'authorization_code': {
        const found = codes.get(sent.get('code') ?? '');
        codes.delete(sent.get('code') ?? '');
        const proof = createHash('sha256')
          .update(sent.get('code_verifier') ?? '')
          .digest('base64url');
        const isIts = found?.challenge === proof && found.redirect === sent.get('redirect_uri');
        return isIts && found.audience === sent.get('resource') && found.client === sent.get('client_id')
          ? found
          : undefined;
      }
      case 'refresh_token': {
        const given = sent.get('refresh_token') ?? '';
        const found = refresh.get(given);
        refresh.delete(given);
        if (spent.has(given)) reused.push(given);
        spent.add(given);
        return found;
      }
      case 'client_credentials': {
        const basic = `Basic ${Buffer.from(`${MACHINE.id}:${MACHINE.secret}`).toString('base64')}`;
        const scope = sent.get('scope') ?? '';
        return authorization === basic
          ? { audience: sent.get('resource') ?? '', scope, client: MACHINE.id }
          : undefined;
      }
      default:
        return undefined;
    }
  }

  function give(grant: Grant, by: string): object {
    const access_token = `access-${randomUUID()}`;
    access.set(access_token, grant);
    const shared = { access_token, token_type: ways.tokenType ?? 'Bearer', expires_in: ways.expiresIn ?? 3_600 };
    if (by === 'client_credentials') return { ...shared, scope: grant.scope };
    const refresh_token = `refresh-${randomUUID()}`;
    refresh.set(refresh_token, grant);
    return { ...shared, refresh_token, scope: grant.scope };
  }

  const server = await loopbackServer((received, response) => {
    switch (received.url.pathname) {
      case '/.well-known/oauth-authorization-server':
        return void sendJson(response, 200, metadata());
      case '/authorize':
        return authorize(received, response);
      case '/token':
        return token(received, response);
      case '/register':
        return void sendJson(response, 201, { client_id: `client-${randomUUID()}`, ...JSON.parse(received.body) });
      case '/revoke': {
        refresh.delete(new URLSearchParams(received.body).get('token') ?? '');
        access.clear();
        return void response.writeHead(200).end();
      }
      default:
        return void response.writeHead(404).end();
    }
  });
  return Object.assign(server, {
    ways,
    reused,
    grantOf: (token: string) => access.get(token),
    endTokens: () => access.clear(),
    endLogins: () => {
      access.clear();
      refresh.clear();
    },
    tokenRequests: () =>
      server.received.filter(({ url }) => url.pathname === '/token').map(({ body }) => new URLSearchParams(body)),
  });
}
