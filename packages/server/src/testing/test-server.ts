import { request as httpRequest } from 'node:http';
import { type RunningServer, type ServerOptions, startServer } from '../start-server.ts';
import { createFakeWorkspace, type FakeWorkspace } from './fake-workspace.ts';

/** A server on an ephemeral port with clients for it. */
export interface TestServer {
  readonly workspace: FakeWorkspace;
  readonly server: RunningServer;
  /** With the backend's token unless `token` says otherwise; `null` sends none. */
  request(method: string, path: string, options?: TestRequest): Promise<TestAnswer>;
  /** As one of the page's customers. */
  signIn(externalId: string): Promise<string>;
  /** A contact made known by the backend, and a conversation of theirs. */
  openConversation(externalId: string): Promise<string>;
  readonly logged: readonly string[];
}

interface TestRequest {
  readonly body?: unknown;
  readonly token?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer whose shape it is testing
  readonly body: any;
}

export const TEST_TOKEN = 'test-token-of-the-trusted-backend';

export async function startTestServer(
  options: Partial<ServerOptions> & { readonly workspace?: FakeWorkspace | undefined } = {},
): Promise<TestServer> {
  const workspace = options.workspace ?? createFakeWorkspace();
  const logged: string[] = [];
  const server = await startServer({
    port: 0,
    token: TEST_TOKEN,
    log: (line) => logged.push(line),
    ...options,
    workspace,
  });

  const request: TestServer['request'] = async (method, path, { body, token = TEST_TOKEN, headers = {} } = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

  return {
    workspace,
    server,
    request,
    logged,
    async signIn(externalId) {
      const answer = await request('POST', '/api/page/sessions', { token: null, body: { externalId } });
      return answer.body.token;
    },
    async openConversation(externalId) {
      await request('POST', '/api/contacts', { body: { externalId, level: 'verified' } });
      const answer = await request('POST', '/api/conversations', { body: { externalId, employee: 'ada' } });
      return answer.body.id;
    },
  };
}

/** A request with a Host header of the test's choice, which `fetch` does not allow. */
export function requestUnderHost(server: RunningServer, host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: server.port, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end();
  });
}

/** One server-sent event as it stands on the wire. */
export interface SentEvent {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly data?: string | undefined;
  readonly comment?: string | undefined;
}

/** Reads a stream block by block. */
export async function* readEvents(response: Response): AsyncGenerator<SentEvent> {
  let buffer = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    buffer += decoder.decode(chunk, { stream: true });
    for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
      yield parseBlock(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
    }
  }
}

function parseBlock(block: string): SentEvent {
  const fields = block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  const { '': comment, ...rest } = Object.fromEntries(fields) as Record<string, string>;
  return { ...rest, comment };
}
