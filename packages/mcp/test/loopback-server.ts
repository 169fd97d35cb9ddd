import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What came in, with its body read. */
export interface Received {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** A server on this machine at a free port, for as long as a test takes. */
export interface LoopbackServer extends AsyncDisposable {
  readonly origin: string;
  readonly received: readonly Received[];
}

export async function loopbackServer(
  serve: (received: Received, response: ServerResponse) => void,
): Promise<LoopbackServer> {
  const received: Received[] = [];
  let origin = '';
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = {
      method: request.method ?? '',
      url: new URL(request.url ?? '', origin),
      body,
      headers: request.headers,
    };
    received.push(one);
    serve(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export function sendJson(response: ServerResponse, status: number, value: object, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}
