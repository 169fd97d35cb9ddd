import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of the older pair of a stream and posts, by hand: a session is its stream, and ends with it. */
export interface SseServer extends AsyncDisposable {
  readonly url: string;
  /** Names of the tools that were run, in order. */
  readonly calls: readonly string[];
  /** How many streams were opened. */
  readonly streams: number;
  /** Ends every stream, as a proxy does after a while. */
  cutStreams(): void;
}

export async function sseServer(): Promise<SseServer> {
  const calls: string[] = [];
  const open = new Map<string, { readonly stream: ServerResponse; isGreeted: boolean }>();
  let streams = 0;

  const http = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return openStream(response);
    const session = open.get(new URL(request.url ?? '', 'http://here').searchParams.get('session') ?? '');
    if (session === undefined) return void response.writeHead(404).end('no session');
    let body = '';
    for await (const chunk of request) body += chunk;
    response.writeHead(202).end();
    const { id, method, params } = JSON.parse(body);
    if (method === 'initialize') session.isGreeted = true;
    if (id === undefined) return;
    if (!session.isGreeted) return write(session.stream, { id, error: { code: -32_600, message: 'Not greeted.' } });
    write(session.stream, await answer(id, method, params?.name, params?.arguments));
  }

  function openStream(response: ServerResponse): void {
    const session = randomUUID();
    streams++;
    open.set(session, { stream: response, isGreeted: false });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: endpoint\ndata: /message?session=${session}\n\n`);
    response.on('close', () => open.delete(session));
  }

  async function answer(id: number, method: string, tool: string, given: unknown): Promise<object> {
    switch (method) {
      case 'initialize':
        return { id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: SELF } };
      case 'tools/list':
        return { id, result: { tools: ['echo', 'never', 'huge'].map((name) => ({ name, inputSchema: OBJECT })) } };
      case 'tools/call':
        calls.push(tool);
        if (tool === 'never') return new Promise(() => {});
        if (tool === 'huge') return { id, result: { content: [{ type: 'text', text: 'x'.repeat(50 * 1024 * 1024) }] } };
        return { id, result: { content: [], structuredContent: given } };
      default:
        return { id, error: { code: -32_601, message: 'Method not found' } };
    }
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const cutStreams = () => {
    for (const { stream } of open.values()) stream.destroy();
  };
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/sse`,
    calls,
    get streams() {
      return streams;
    },
    cutStreams,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => http.close(resolve));
      http.closeAllConnections();
      await closed;
    },
  };
}

const SELF = { name: 'stream', version: '1.0.0' };
const OBJECT = { type: 'object' };

function write(stream: ServerResponse, message: object): void {
  stream.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
}
