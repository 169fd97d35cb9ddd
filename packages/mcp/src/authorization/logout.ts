import { type FetchLike, selectClientAuthMethod } from '@modelcontextprotocol/client';
import { authorizationFetch } from './authorization-fetch.ts';
import { clientWithSecret } from './request-tokens.ts';
import type { AuthorizationParts } from './server-authorization.ts';
import type { StoredAuthorization } from './stored-authorization.ts';

/** What a logout has done; `revoked` is false where the authorization server takes nothing back or could not be told. */
export interface Logout {
  readonly existed: boolean;
  readonly revoked: boolean;
}

/** Forgets the tokens of a server, and has them taken back (RFC 7009) where that is offered. */
export async function logOut(parts: AuthorizationParts): Promise<Logout> {
  const { store } = parts;
  let before: StoredAuthorization | undefined;
  await store.change(async (stored) => {
    before = stored;
    return undefined;
  });
  if (before?.tokens === undefined) return { existed: before !== undefined, revoked: false };
  const fetch = authorizationFetch(new URL(before.server));
  const revoked = await revoke(parts, before, fetch).catch(() => false);
  return { existed: true, revoked };
}

/** Taking back a refresh token takes its access tokens with it. */
async function revoke(parts: AuthorizationParts, stored: StoredAuthorization, fetch: FetchLike): Promise<boolean> {
  const { metadata, tokens } = stored;
  const { revocation_endpoint } = metadata as { readonly revocation_endpoint?: unknown };
  const token = tokens?.refresh_token ?? tokens?.access_token;
  if (typeof revocation_endpoint !== 'string' || token === undefined) return false;
  const client = await clientWithSecret(stored.client, parts.declaration.authorization, parts.credentials);
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  const body = new URLSearchParams({
    token,
    token_type_hint: tokens?.refresh_token ? 'refresh_token' : 'access_token',
  });
  const method = selectClientAuthMethod(client, metadata.token_endpoint_auth_methods_supported ?? []);
  const { client_id, client_secret = '' } = client;
  if (method === 'client_secret_basic') {
    headers.set('authorization', `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`);
  } else {
    body.set('client_id', client_id);
    if (method === 'client_secret_post') body.set('client_secret', client_secret);
  }
  return (await fetch(revocation_endpoint, { method: 'POST', headers, body })).ok;
}
