import type { AuthorizationDeclaration } from '@rolecall/assets';
import { redirectUrlAt } from '../src/index.ts';
import { type AuthorizationServer, authorizationServer, MACHINE } from './authorization-server.ts';
import { type OpenResources, openResources, type ResourceSetup } from './open-resources.ts';
import { type ProtectedServer, protectedServer } from './protected-server.ts';

/** Resources with a remote server that wants a token, and who gives such; all real, on this machine. */
export interface AuthorizedWorld extends OpenResources {
  readonly giver: AuthorizationServer;
  readonly server: ProtectedServer;
  /** Logs in as a person would: follows the address and comes back. */
  login(): Promise<{ readonly scope: string | undefined }>;
  callTool(tool: string): ReturnType<OpenResources['call']>;
  /** What boundary 4 is told. */
  state(): ReturnType<OpenResources['resources']['inspect']>;
}

/** Nobody listens there: the authorization server answers with the redirect itself. */
const RETURN_URL = redirectUrlAt(3_000);

export async function authorizedWorld(
  authorization: Partial<AuthorizationDeclaration> = {},
  setup: ResourceSetup = {},
): Promise<AuthorizedWorld> {
  const giver = await authorizationServer();
  const server = await protectedServer(giver);
  const secret = { issuer: giver.origin, client_id: MACHINE.id, client_secret: { credential: 'machine' } };
  const declared: AuthorizationDeclaration = {
    grant: 'authorization_code',
    ...(authorization.grant === 'client_credentials' ? secret : {}),
    ...authorization,
  };
  const world = openResources({
    environment: { ROLECALL_CREDENTIAL_MACHINE: MACHINE.secret },
    ...setup,
    servers: {
      remote: { transport: 'http', url: server.url, headers: { 'X-Tenant': 'acme' }, authorization: declared },
      ...setup.servers,
    },
  });
  return {
    ...world,
    giver,
    server,
    async login() {
      const login = await world.resources.beginLogin('remote', RETURN_URL);
      return await login.finish(await follow(login.url));
    },
    callTool: (tool) => world.call('', {}, { binding: { server: 'remote', tool } }),
    state: () => world.resources.inspect('thing:do', { server: 'remote', tool: 'echo' }),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await giver[Symbol.asyncDispose]();
    },
  };
}

/** What a browser would bring back. */
export async function follow(url: string): Promise<URLSearchParams> {
  const response = await fetch(url, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '').searchParams;
}
