import { randomBytes } from 'node:crypto';
import {
  computeScopeUnion,
  exchangeAuthorization,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { newId } from '@rolecall/base';
import { authorizationFetch, isLoopback } from './authorization-fetch.ts';
import { authorizationProblem, harmless, insecure, problemOf } from './authorization-problem.ts';
import { askForChallenge, type Discovered, discoverAuthorization } from './discover-authorization.ts';
import { clientFor } from './register-client.ts';
import { clientWithSecret, tokensOf } from './request-tokens.ts';
import type { AuthorizationParts } from './server-authorization.ts';
import { isFor } from './stored-authorization.ts';
import { scopeToAsk } from './wanted-scope.ts';

/** A login that waits for a person to agree at the authorization server. */
export interface Login {
  /** Where the person has to go. */
  readonly url: string;
  /** Who will be asked, and for what. */
  readonly issuer: string;
  readonly scope: string | undefined;
  /** True for parameters of an answer to this login and to no other. */
  isAnswer(parameters: URLSearchParams): boolean;
  /** Takes the parameters that came back, once, and keeps the tokens for them. Throws codes beginning `authorization_`. */
  finish(parameters: URLSearchParams): Promise<{ readonly scope: string | undefined }>;
}

/**
 * Begins a login with PKCE (S256), a state, and the server as the resource. What it knows (verifier, state) stays in this
 * process. Throws codes that begin with `authorization_`.
 */
export async function beginLogin(parts: AuthorizationParts, redirectUrl: string): Promise<Login> {
  try {
    return await begin(parts, redirectUrl);
  } catch (error) {
    throw problemOf(error);
  }
}

async function begin(parts: AuthorizationParts, redirectUrl: string): Promise<Login> {
  const { declaration, store, credentials, clock } = parts;
  const { authorization: declared } = declaration;
  if (declared.grant === 'client_credentials') {
    throw authorizationProblem('authorization_not_declared', {
      en: 'This machine is known by itself; nobody has to log in.',
      zh: '这台机器自己就有身份；不需要有人登录。',
    });
  }
  const server = new URL(declaration.url);
  const fetch = authorizationFetch(server);
  const stored = await store.read().catch(() => undefined);
  const before = stored && isFor(stored, declaration) ? stored : undefined;
  const challenge = await askForChallenge(server, fetch);
  const found = await discoverAuthorization({ server, challenge, issuer: declared.issuer, fetch });
  checkMetadata(found, server);
  const more = before?.wanted === undefined ? undefined : computeScopeUnion(before.requested, before.wanted);
  const scope = scopeToAsk(declared, challenge, found, more);
  const client = await clientFor({ found, declared, before, redirectUrl, scope, fetch });
  const state = randomBytes(32).toString('base64url');
  const { issuer, metadata, resource } = found;
  const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
    metadata,
    clientInformation: client,
    redirectUrl,
    ...(scope === undefined ? {} : { scope }),
    state,
    resource,
  });
  let isOver = false;

  async function finish(parameters: URLSearchParams): Promise<{ readonly scope: string | undefined }> {
    if (isOver || parameters.get('state') !== state) {
      throw authorizationProblem(
        'authorization_state_mismatch',
        { en: 'This is not the answer to this login.', zh: '这不是这次登录的回答。' },
        { en: 'Begin again, and follow only the address that is shown.', zh: '重新开始，只打开所显示的地址。' },
      );
    }
    isOver = true;
    const iss = parameters.get('iss') ?? undefined;
    const issParameterSupported = metadata.authorization_response_iss_parameter_supported === true;
    validateAuthorizationResponseIssuer({ iss, expectedIssuer: issuer, issParameterSupported });
    const code = parameters.get('code');
    if (code === null) throw refusal(parameters);
    const given = await exchangeAuthorization(issuer, {
      metadata,
      clientInformation: await clientWithSecret(client, declared, credentials),
      authorizationCode: code,
      ...(iss === undefined ? {} : { iss }),
      codeVerifier,
      redirectUri: redirectUrl,
      resource,
      fetchFn: fetch,
    });
    const tokens = tokensOf(given, clock.now());
    const login = newId('login');
    const base = { version: 1, server: declaration.url, grant: declared.grant } as const;
    await store.change(async () => ({
      ...base,
      login,
      issuer,
      metadata,
      resource,
      client,
      redirect_url: redirectUrl,
      requested: scope,
      tokens: { ...tokens, scope: tokens.scope ?? scope },
    }));
    return { scope: tokens.scope ?? scope };
  }

  return {
    url: authorizationUrl.href,
    issuer,
    scope,
    isAnswer: (parameters) => parameters.get('state') === state,
    finish: async (parameters) => {
      try {
        return await finish(parameters);
      } catch (error) {
        throw problemOf(error);
      }
    },
  };
}

/** Where a person is sent, and that a code which somebody else catches is of no use. */
function checkMetadata({ metadata, issuer }: Discovered, server: URL): void {
  const place = new URL(metadata.authorization_endpoint);
  const isFine = place.protocol === 'https:' || (place.protocol === 'http:' && isLoopback(place) && isLoopback(server));
  if (!isFine) throw insecure(place.origin);
  if (metadata.code_challenge_methods_supported?.includes('S256')) return;
  throw authorizationProblem(
    'authorization_pkce_missing',
    {
      en: `${harmless(issuer)} does not say that it supports PKCE with S256.`,
      zh: `${harmless(issuer)} 没有说明它支持 S256 的 PKCE。`,
    },
    {
      en: 'Without it, whoever catches the answer can use it. Ask those who run it.',
      zh: '没有它，谁截获回答都能使用。请询问运营方。',
    },
  );
}

function refusal(parameters: URLSearchParams): Error {
  const error = harmless(parameters.get('error') ?? 'nothing');
  const description = harmless(parameters.get('error_description') ?? '');
  const said = description === '' ? error : `${error}: ${description}`;
  return authorizationProblem('authorization_refused', {
    en: `The authorization server says ${said}.`,
    zh: `授权服务器说 ${said}。`,
  });
}
