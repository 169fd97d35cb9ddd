import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly arguments?: Record<string, unknown>; readonly _meta?: object };
}

/** A remote server of the older revision, with sessions, spoken by hand so that it can do what servers must not do. */
export interface RemoteServer extends AsyncDisposable {
  readonly url: string;
  /** Names of the tools that were run, in order. */
  readonly calls: readonly string[];
  /** Notifications and methods it was sent, in order. */
  readonly heard: readonly string[];
  forgetSessions(): void;
  /** Stops listening and cuts every connection; nobody is told. */
  stop(): Promise<void>;
  /** Listens again, at the same address. */
  start(): Promise<void>;
}

/** `unknownSession` is the status for a session that it does not know: 404 by the protocol, 400 with those of the SDK's example. */
export async function remoteServer({ unknownSession = 404 } = {}): Promise<RemoteServer> {
  const calls: string[] = [];
  const heard: string[] = [];
  const sessions = new Set<string>();
  let port = 0;
  let server: Server | undefined;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const message = JSON.parse(body) as Message;
    heard.push(message.method ?? 'answer');
    if (message.method === 'initialize') return initialize(message, response);
    if (message.method === 'server/discover') return failure(message, response, -32_601, 'Method not found');
    if (!sessions.has(String(request.headers['mcp-session-id']))) {
      const error = { code: -32_000, message: 'Bad Request: No valid session ID provided' };
      return void response.writeHead(unknownSession).end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
    }
    if (message.id === undefined) return void response.writeHead(202).end();
    switch (message.method) {
      case 'tools/list':
        return json(message, response, { tools: Object.keys(TOOLS).map(describe) });
      case 'tools/call': {
        const { name = '' } = message.params ?? {};
        calls.push(name);
        return await TOOLS[name]?.(message, request, response);
      }
      default:
        return json(message, response, {});
    }
  }

  function initialize(message: Message, response: ServerResponse): void {
    const session = randomUUID();
    sessions.add(session);
    response.setHeader('mcp-session-id', session);
    json(message, response, {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'remote', version: '1.0.0' },
    });
  }

  async function start(): Promise<void> {
    server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    const stopped = new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
    server?.closeAllConnections();
    await stopped;
    server = undefined;
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    heard,
    forgetSessions: () => sessions.clear(),
    stop,
    start,
    [Symbol.asyncDispose]: stop,
  };
}

type Tool = (message: Message, request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

const TOOLS: Readonly<Record<string, Tool>> = {
  echo: (message, _, response) => structured(message, response, message.params?.arguments ?? {}),
  header: (message, request, response) =>
    structured(message, response, {
      authorization: request.headers.authorization,
      tenant: request.headers['x-tenant'],
    }),
  meta: (message, _, response) => structured(message, response, message.params?._meta ?? {}),
  never: () => {},
  slow: async (message, _, response) => {
    await wait(Number(message.params?.arguments?.ms));
    structured(message, response, { status: 'done' });
  },
  working: async (message, _, response) => {
    const { progressToken } = (message.params?._meta ?? {}) as { readonly progressToken?: number };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let progress = 1; progress <= Number(message.params?.arguments?.times); progress++) {
      await wait(100);
      event(response, { method: 'notifications/progress', params: { progressToken, progress } });
    }
    event(response, { id: message.id, result: { content: [], structuredContent: { status: 'done' } } });
    response.end();
  },
  cut: (_, request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"jsonrpc":"2.0","id"');
    setImmediate(() => request.socket.destroy());
  },
  status: (message, _, response) => void response.writeHead(Number(message.params?.arguments?.status)).end('no'),
  huge: (message, _, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = 'x'.repeat(1024 * 1024);
    response.write(`{"jsonrpc":"2.0","id":${message.id},"result":{"content":[{"type":"text","text":"`);
    for (let count = 0; count < 50 && !response.destroyed; count++) response.write(chunk);
    response.end('"}]}}');
  },
  huge_event: (message, _, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      `event: message\ndata: {"jsonrpc":"2.0","id":${message.id},"result":{"content":[{"type":"text","text":"`,
    );
    for (let count = 0; count < 50 && !response.destroyed; count++) response.write('x'.repeat(1024 * 1024));
    response.end('"}]}}\n\n');
  },
};

function describe(name: string): object {
  return { name, description: name, inputSchema: { type: 'object' } };
}

function structured(message: Message, response: ServerResponse, value: object): void {
  json(message, response, { content: [], structuredContent: value });
}

function json({ id }: Message, response: ServerResponse, result: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

function failure({ id }: Message, response: ServerResponse, code: number, message: string): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
}

function event(response: ServerResponse, message: object): void {
  response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
}
