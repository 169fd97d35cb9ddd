import { computeScopeUnion } from '@modelcontextprotocol/client';
import type { AuthorizationDeclaration } from '@rolecall/assets';
import type { Challenge, Discovered } from './discover-authorization.ts';

/** A server may not have us keep more than this. */
const MOST_SCOPES = 100;
const LONGEST_SCOPE = 200;

/**
 * What to ask for: the declared scopes, else what the server asked for when it turned us away, else all that it names.
 * What it asked for later (`more`) comes in addition, and what it takes to be given a refresh token, where there is such.
 */
export function scopeToAsk(
  { scopes, grant }: AuthorizationDeclaration,
  challenge: Challenge,
  { scopesSupported, metadata }: Discovered,
  more: string | undefined,
): string | undefined {
  const basis = scopes?.join(' ') ?? challenge.scope ?? scopesSupported.join(' ');
  const asked = bounded(computeScopeUnion(basis, more));
  const isOffered = metadata.scopes_supported?.includes('offline_access') === true;
  return asked !== undefined && isOffered && grant === 'authorization_code'
    ? computeScopeUnion(asked, 'offline_access')
    : asked;
}

/** The scopes of a foreign text, as many as are kept. */
export function bounded(scope: string | undefined): string | undefined {
  const words = (scope ?? '').split(/\s+/).filter((word) => /^[!#-[\]-~]+$/.test(word) && word.length <= LONGEST_SCOPE);
  return words.length === 0 ? undefined : words.slice(0, MOST_SCOPES).join(' ');
}
