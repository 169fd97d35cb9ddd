import type { AuthorizationServerMetadata, OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import type { RemoteServerDeclaration } from '@rolecall/assets';
import { isJsonObject } from '@rolecall/base';
import { sameIssuer } from './discover-authorization.ts';

/** Tokens as they were given. */
export interface StoredTokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly scope?: string | undefined;
  /** Milliseconds since 1970; absent when the authorization server did not say. */
  readonly expires_at?: number | undefined;
  /** From then on it is renewed before it is used. */
  readonly renew_at?: number | undefined;
}

/** All that is known of us at one authorization server for one server. It is kept as one credential. */
export interface StoredAuthorization {
  readonly version: 1;
  /** Changes with each login, so that a connection of before is not used on. */
  readonly login: string;
  /** The declared address: the only one that the tokens are sent to. */
  readonly server: string;
  readonly grant: 'authorization_code' | 'client_credentials';
  readonly issuer: string;
  readonly metadata: AuthorizationServerMetadata;
  readonly resource: string;
  /** A secret stands here only when the authorization server gave it to us by itself. */
  readonly client: OAuthClientInformationMixed;
  readonly redirect_url?: string | undefined;
  /** The scopes that were asked for. */
  readonly requested?: string | undefined;
  /** Scopes that the server asked for since; the next login asks for them too. */
  readonly wanted?: string | undefined;
  readonly tokens?: StoredTokens | undefined;
  /** When tokens were renewed because the server refused those of before. */
  readonly refused_at?: number | undefined;
  /** Why the tokens are no longer good. */
  readonly ended?: string | undefined;
}

/** Undefined for what was not written by this. */
export function parseStoredAuthorization(text: string): StoredAuthorization | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || value.version !== 1) return undefined;
  const { login, server, issuer, resource, client, metadata } = value;
  const texts = [login, server, issuer, resource].every((each) => typeof each === 'string');
  if (!texts || !isJsonObject(client) || typeof client.client_id !== 'string' || !isJsonObject(metadata))
    return undefined;
  return value as unknown as StoredAuthorization;
}

/** Whether it was made for what is declared now. Whoever changes address, issuer, client or grant logs in anew. */
export function isFor(stored: StoredAuthorization, { url, authorization }: RemoteServerDeclaration): boolean {
  if (authorization === undefined || stored.server !== url || stored.grant !== authorization.grant) return false;
  const { issuer, client_id } = authorization;
  if (issuer !== undefined && !sameIssuer(issuer, stored.issuer)) return false;
  return client_id === undefined || isMetadataDocument(client_id) || client_id === stored.client.client_id;
}

/** A client that is known by the address of a document about it need not be registered. */
export function isMetadataDocument(clientId: string): boolean {
  return /^https:\/\/[^/]+\/./.test(clientId);
}
