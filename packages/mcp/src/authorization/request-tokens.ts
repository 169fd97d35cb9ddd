import {
  ClientCredentialsProvider,
  type FetchLike,
  fetchToken,
  type OAuthClientInformationMixed,
  type OAuthTokens,
  refreshAuthorization,
} from '@modelcontextprotocol/client';
import type { AuthorizationDeclaration } from '@rolecall/assets';
import type { CredentialSource } from '../credential-source.ts';
import { authorizationProblem } from './authorization-problem.ts';
import type { Discovered } from './discover-authorization.ts';
import type { StoredAuthorization, StoredTokens } from './stored-authorization.ts';

/** Renewed so long before its end, so that it does not end on its way. */
const MARGIN_MS = 30_000;

/** Tokens as they are kept. Throws `authorization_refused` for a kind that we cannot use. */
export function tokensOf(given: OAuthTokens, now: number): StoredTokens {
  if (given.token_type.toLowerCase() !== 'bearer') {
    throw authorizationProblem('authorization_refused', {
      en: 'The authorization server gave a token of a kind that is unknown.',
      zh: '授权服务器给了一种不认识的令牌。',
    });
  }
  const { access_token, refresh_token, scope, expires_in } = given;
  const lifeMs = expires_in === undefined ? undefined : Math.max(0, expires_in) * 1_000;
  return {
    access_token,
    refresh_token,
    scope,
    ...(lifeMs === undefined
      ? {}
      : { expires_at: now + lifeMs, renew_at: now + lifeMs - Math.min(MARGIN_MS, lifeMs / 5) }),
  };
}

/** New tokens for the refresh token; the scope that is not told again is the one of before. */
export async function refreshedTokens(
  { issuer, metadata, resource, tokens }: StoredAuthorization,
  client: OAuthClientInformationMixed,
  fetch: FetchLike,
  now: number,
): Promise<StoredTokens> {
  const refreshToken = tokens?.refresh_token ?? '';
  const given = await refreshAuthorization(issuer, {
    metadata,
    clientInformation: client,
    refreshToken,
    resource,
    fetchFn: fetch,
  });
  return tokensOf({ ...given, scope: given.scope ?? tokens?.scope }, now);
}

/** Tokens for this machine by itself. */
export async function machineTokens(
  { issuer, metadata, resource }: Pick<Discovered, 'issuer' | 'metadata' | 'resource'>,
  client: OAuthClientInformationMixed,
  scope: string | undefined,
  fetch: FetchLike,
  now: number,
): Promise<StoredTokens> {
  const { client_id: clientId, client_secret: clientSecret = '' } = client;
  const provider = new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: issuer });
  const asked = scope === undefined ? {} : { scope };
  return tokensOf(await fetchToken(provider, issuer, { metadata, resource, ...asked, fetchFn: fetch }), now);
}

/** A declared secret is read anew each time; one that was given at registration stands with it. Throws `login_needed`. */
export async function clientWithSecret(
  client: OAuthClientInformationMixed,
  { client_secret }: AuthorizationDeclaration,
  credentials: CredentialSource,
): Promise<OAuthClientInformationMixed> {
  if (client_secret === undefined) return client;
  const secret = await credentials.resolve(client_secret.credential);
  if (secret !== undefined) return { ...client, client_secret: secret };
  throw authorizationProblem('login_needed', {
    en: `No credential "${client_secret.credential}" was found.`,
    zh: `没有找到凭证“${client_secret.credential}”。`,
  });
}
