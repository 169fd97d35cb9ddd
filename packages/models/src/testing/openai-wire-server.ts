import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type JsonObject } from '@rolecall/base';
import { replyBody, replyChunks, type WireReply } from './openai-wire-format.ts';

/** What the server does with one request. */
export type WireAnswer =
  | ({ readonly kind: 'reply' } & WireReply)
  /** A status with the body `{ error: { message, code } }`. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly message: string;
      readonly code?: string | undefined;
      readonly headers?: Readonly<Record<string, string>> | undefined;
    }
  /** The beginning of a reply; then the socket is destroyed. */
  | ({ readonly kind: 'cut'; readonly afterChunks: number } & WireReply)
  /** The beginning of a reply; then nothing more comes, and the connection stays. */
  | ({ readonly kind: 'stall'; readonly afterChunks: number } & WireReply)
  /** Bytes as they are, and the end of the response. */
  | {
      readonly kind: 'raw';
      readonly body: string;
      readonly status?: number | undefined;
      readonly contentType?: string | undefined;
    }
  /** Accepts the request and never answers. */
  | { readonly kind: 'silence' };

/** A request as it came over the wire. */
export interface WireRequest {
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

export interface OpenAiWireServerOptions {
  /** One answer per request, in order; or what decides it. A request beyond the script gets status 500, code `script_ended`. */
  readonly script: readonly WireAnswer[] | ((request: WireRequest, index: number) => WireAnswer);
}

/** A real HTTP server on the loopback interface that speaks the OpenAI chat-completions protocol. */
export interface OpenAiWireServer {
  /** For `base_url`: ends in `/v1`. */
  readonly baseUrl: string;
  /** Every request so far, in order. */
  readonly requests: readonly WireRequest[];
  /** Destroys open connections and frees the port. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server with scripted answers, on a free port of 127.0.0.1. */
export async function startOpenAiWireServer({ script }: OpenAiWireServerOptions): Promise<OpenAiWireServer> {
  const requests: WireRequest[] = [];
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((request) => {
      requests.push(request);
      if (!request.path.endsWith('/chat/completions')) return send(response, NO_SUCH_PATH, request);
      const index = requests.length - 1;
      const answer = typeof script === 'function' ? script(request, index) : script[index];
      return send(response, answer ?? SCRIPT_ENDED, request);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests, close, [Symbol.asyncDispose]: close };
}

const SCRIPT_ENDED: WireAnswer = {
  kind: 'error',
  status: 500,
  message: 'The script has no answer for this request.',
  code: 'script_ended',
};
const NO_SUCH_PATH: WireAnswer = {
  kind: 'error',
  status: 404,
  message: 'Only /chat/completions is served.',
  code: 'not_found',
};

async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return { path: incoming.url ?? '', headers, body: jsonOf(Buffer.concat(chunks).toString('utf8')) };
}

function jsonOf(text: string): JsonObject {
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) ? body : {};
  } catch {
    return {};
  }
}

async function send(response: ServerResponse, answer: WireAnswer, request: WireRequest): Promise<void> {
  const model = typeof request.body.model === 'string' ? request.body.model : 'scripted';
  switch (answer.kind) {
    case 'reply':
      if (request.body.stream !== true) return sendJson(response, 200, replyBody(answer, model));
      beginStream(response);
      for (const chunk of replyChunks(answer, model)) await write(response, eventOf(chunk));
      response.end('data: [DONE]\n\n');
      return;
    case 'error':
      sendJson(
        response,
        answer.status,
        { error: { message: answer.message, code: answer.code ?? null, type: null } },
        answer.headers,
      );
      return;
    case 'cut':
      beginStream(response);
      for (const chunk of replyChunks(answer, model).slice(0, answer.afterChunks))
        await write(response, eventOf(chunk));
      // What was written has to arrive before the connection breaks.
      setTimeout(() => response.destroy(), 20);
      return;
    case 'stall':
      beginStream(response);
      for (const chunk of replyChunks(answer, model).slice(0, answer.afterChunks))
        await write(response, eventOf(chunk));
      return;
    case 'raw':
      response.writeHead(answer.status ?? 200, { 'content-type': answer.contentType ?? 'text/event-stream' });
      response.end(answer.body);
      return;
    case 'silence':
      return;
    default:
      return answer satisfies never;
  }
}

function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
}

function eventOf(chunk: JsonObject): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

/** One write, one packet as far as the machine allows: the client meets the chunks apart. */
async function write(response: ServerResponse, text: string): Promise<void> {
  response.write(text);
  await new Promise((resolve) => setImmediate(resolve));
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
