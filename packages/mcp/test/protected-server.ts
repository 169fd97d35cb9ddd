import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AuthorizationServer } from './authorization-server.ts';
import { type LoopbackServer, loopbackServer, type Received, sendJson } from './loopback-server.ts';

/** How a server departs from what it should do; read at each request. */
export interface ServerWays {
  /** The metadata of the protected resource; `false`: it has none. */
  resource?: Readonly<Record<string, unknown>> | false;
  /** In place of the address of its metadata, in what it says when it turns somebody away. */
  metadataUrl?: string;
  /** Sends everything elsewhere. */
  redirectTo?: string;
  /** Refuses every token. */
  refusesAll?: boolean;
}

/** An MCP server that lets in only tokens which one authorization server gave for it. */
export interface ProtectedServer extends LoopbackServer {
  readonly url: string;
  readonly ways: ServerWays;
  /** Tools that were run, in order. */
  readonly calls: readonly string[];
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly arguments?: object };
}

/** Tools: `echo` is for everybody, `admin` needs a scope of that name. */
export async function protectedServer(by: AuthorizationServer, ways: ServerWays = {}): Promise<ProtectedServer> {
  const calls: string[] = [];
  const session = randomUUID();
  const metadataAt = () => ways.metadataUrl ?? `${server.origin}/.well-known/oauth-protected-resource/mcp`;

  function serve(received: Received, response: ServerResponse): void {
    const { url, method, body, headers } = received;
    if (url.pathname.startsWith('/.well-known/oauth-protected-resource')) {
      if (ways.resource === false) return void response.writeHead(404).end();
      return void sendJson(response, 200, { resource: target(), authorization_servers: [by.origin], ...ways.resource });
    }
    if (url.pathname !== '/mcp') return void response.writeHead(404).end();
    if (ways.redirectTo !== undefined) return void response.writeHead(307, { location: ways.redirectTo }).end();
    const grant = by.grantOf(headers.authorization?.replace(/^Bearer /, '') ?? '');
    if (grant?.audience !== target() || ways.refusesAll) {
      const says = `Bearer error="invalid_token", resource_metadata="${metadataAt()}"`;
      return void response.writeHead(401, { 'www-authenticate': ways.resource === false ? 'Bearer' : says }).end();
    }
    if (method !== 'POST') return void response.writeHead(405).end();
    answer(JSON.parse(body) as Message, grant.scope.split(' '), response);
  }

  function answer({ id, method, params }: Message, scopes: readonly string[], response: ServerResponse): void {
    const result = (value: object) =>
      sendJson(response, 200, { jsonrpc: '2.0', id, result: value }, { 'mcp-session-id': session });
    if (id === undefined) return void response.writeHead(202).end();
    switch (method) {
      case 'initialize':
        return void result({
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'protected', version: '1.0.0' },
        });
      case 'tools/list':
        return void result({ tools: ['echo', 'admin'].map((name) => ({ name, inputSchema: { type: 'object' } })) });
      case 'tools/call': {
        const { name = '' } = params ?? {};
        if (name === 'admin' && !scopes.includes('admin')) {
          const says = 'Bearer error="insufficient_scope", scope="admin"';
          return void response.writeHead(403, { 'www-authenticate': says }).end();
        }
        calls.push(name);
        return void result({ content: [], structuredContent: { name, scopes } });
      }
      default:
        return void sendJson(response, 200, {
          jsonrpc: '2.0',
          id,
          error: { code: -32_601, message: 'Method not found' },
        });
    }
  }

  const target = () => `${server.origin}/mcp`;
  const server = await loopbackServer(serve);
  return Object.assign(server, { ways, calls, url: target() });
}
