import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
  resourceUrlFromServerUrl,
} from '@modelcontextprotocol/client';
import { authorizationProblem, harmless } from './authorization-problem.ts';

/** What a server says when it turns somebody away who has no token. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

/** Who gives tokens for a server, and for what. */
export interface Discovered {
  readonly issuer: string;
  readonly metadata: AuthorizationServerMetadata;
  /** What a token is asked for (RFC 8707), so that it is good for this server alone. */
  readonly resource: string;
  readonly scopesSupported: readonly string[];
}

export interface DiscoverOptions {
  readonly server: URL;
  readonly challenge: Challenge;
  /** The only one that may be. */
  readonly issuer?: string | undefined;
  /** Taken among several, when it is still among them. */
  readonly usual?: string | undefined;
  readonly fetch: FetchLike;
}

/**
 * Finds the authorization server of a server: by the metadata of the protected resource (RFC 9728), else, of a server
 * that has none, at its own origin; then its metadata (RFC 8414, OpenID Connect Discovery), whose issuer has to be the one
 * that was asked. Throws codes that begin with `authorization_`.
 */
export async function discoverAuthorization(options: DiscoverOptions): Promise<Discovered> {
  const { server, fetch } = options;
  const resource = await protectedResource(options);
  const expected = resourceUrlFromServerUrl(server);
  if (resource && !checkResourceAllowed({ requestedResource: expected, configuredResource: resource.resource })) {
    throw authorizationProblem(
      'authorization_resource_mismatch',
      {
        en: `The server says that it is ${harmless(resource.resource)}, which it is not.`,
        zh: `服务器自称是 ${harmless(resource.resource)}，而它不是。`,
      },
      { en: 'A token for another server would be given to this one.', zh: '给别的服务器的令牌会交给这一个。' },
    );
  }
  const url = chosenServer(resource?.authorization_servers ?? [], options);
  const metadata = await discoverAuthorizationServerMetadata(url, { fetchFn: fetch });
  if (metadata === undefined) {
    throw authorizationProblem('authorization_metadata_invalid', {
      en: `${harmless(url)} does not say how it gives tokens.`,
      zh: `${harmless(url)} 没有说明怎样发放令牌。`,
    });
  }
  return {
    issuer: metadata.issuer,
    metadata,
    resource: resource?.resource ?? expected.href,
    scopesSupported: resource?.scopes_supported ?? [],
  };
}

/** What a response says of the token that it wants. */
export function challengeIn(response: Response): Challenge {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  return { resourceMetadataUrl, scope };
}

/** Knocks without a token to hear what the server wants; one that opens wants nothing. */
export async function askForChallenge(server: URL, fetch: FetchLike): Promise<Challenge> {
  const response = await fetch(server, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
  });
  return response.status === 401 ? challengeIn(response) : {};
}

export function sameIssuer(left: string, right: string): boolean {
  return left.replace(/\/$/, '') === right.replace(/\/$/, '');
}

/** Only a server that has none, at an address that it did not name itself, is taken for one of before. */
async function protectedResource(options: DiscoverOptions): Promise<OAuthProtectedResourceMetadata | undefined> {
  const { server, challenge, fetch } = options;
  let status = 0;
  const watched: FetchLike = async (url, init) => {
    const response = await fetch(url, init);
    status = response.status;
    return response;
  };
  const { resourceMetadataUrl } = challenge;
  const named = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
  try {
    return await discoverOAuthProtectedResourceMetadata(server, named, watched);
  } catch (error) {
    if (status === 404 && resourceMetadataUrl === undefined) return undefined;
    throw error;
  }
}

function chosenServer(named: readonly string[], { server, issuer, usual }: DiscoverOptions): string {
  const offered = named.length > 0 ? named : [new URL('/', server).href];
  if (issuer === undefined)
    return offered.find((url) => usual !== undefined && sameIssuer(url, usual)) ?? offered[0] ?? '';
  const found = offered.find((url) => sameIssuer(url, issuer));
  if (found !== undefined) return found;
  throw authorizationProblem(
    'authorization_issuer_mismatch',
    {
      en: `The server wants tokens of ${harmless(offered.join(', '))} and not of the declared issuer ${issuer}.`,
      zh: `服务器要 ${harmless(offered.join(', '))} 的令牌，而不是所声明的 issuer ${issuer} 的。`,
    },
    {
      en: 'If the system has really moved there, change the issuer in the file of the employee.',
      zh: '如果系统确实搬到了那里，在员工的文件里修改 issuer。',
    },
  );
}
