import {
  type FetchLike,
  type OAuthClientInformationMixed,
  registerClient as register,
} from '@modelcontextprotocol/client';
import type { AuthorizationDeclaration } from '@rolecall/assets';
import { authorizationProblem } from './authorization-problem.ts';
import type { Discovered } from './discover-authorization.ts';
import { isMetadataDocument, type StoredAuthorization } from './stored-authorization.ts';

/** Ways to show who we are that we know, the one without a secret first. */
const METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/**
 * Who we are to an authorization server: as declared; by the document at a declared address, where it takes such; as it
 * registered us before, for the same address of return; else as it registers us now. Throws
 * `authorization_client_unknown`.
 */
export async function clientFor(options: {
  readonly found: Discovered;
  readonly declared: AuthorizationDeclaration;
  readonly before: StoredAuthorization | undefined;
  readonly redirectUrl: string;
  readonly scope: string | undefined;
  readonly fetch: FetchLike;
}): Promise<OAuthClientInformationMixed> {
  const { found, declared, before, redirectUrl, scope, fetch } = options;
  const { issuer, metadata } = found;
  const { client_id } = declared;
  if (client_id !== undefined && !isMetadataDocument(client_id)) return { client_id };
  if (client_id !== undefined && metadata.client_id_metadata_document_supported === true) return { client_id };
  const isKnown = before?.issuer === issuer && before.redirect_url === redirectUrl;
  if (isKnown && before.client.client_id !== client_id) return before.client;
  if (metadata.registration_endpoint === undefined) {
    throw authorizationProblem(
      'authorization_client_unknown',
      {
        en: `${issuer} does not know us and registers nobody by itself.`,
        zh: `${issuer} 不认识我们，也不会自动登记任何人。`,
      },
      {
        en: `Register a client there that returns to ${redirectUrl}, and declare its client_id (and redirect_port).`,
        zh: `在那里登记一个返回到 ${redirectUrl} 的客户端，并声明它的 client_id（和 redirect_port）。`,
      },
    );
  }
  const taken = metadata.token_endpoint_auth_methods_supported;
  const method = METHODS.find((each) => taken?.includes(each) ?? each === 'none') ?? 'none';
  const { client_id: id, client_secret: secret } = await register(issuer, {
    metadata,
    clientMetadata: {
      client_name: 'Rolecall',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: method,
      application_type: 'native',
    },
    ...(scope === undefined ? {} : { scope }),
    fetchFn: fetch,
  });
  return {
    client_id: id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    token_endpoint_auth_method: method,
  } as OAuthClientInformationMixed;
}
