import type { Language } from '../i18n/language.ts';
import { type RequestOptions, readJson, request, unreachable } from './request.ts';
import { type Accepted, type JsonObject, RequestFailed, type WorkspaceInfo } from './wire.ts';

/** What the page asks of the server, signed in as one customer. */
export interface Client {
  /** The id of the open conversation with this employee; opens one if there is none, and is greeted in this language. */
  openConversation(employee: string, language: Language): Promise<string>;
  sendMessage(conversation: string, text: string, key: string): Promise<Accepted>;
  pressButton(
    conversation: string,
    operations: readonly string[],
    button: 'confirm' | 'decline',
    key: string,
  ): Promise<Accepted>;
  /** The stream of a conversation's events after a sequence number. */
  openStream(
    conversation: string,
    after: number,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

/** What may be known before anybody is signed in. */
export async function fetchWorkspace(): Promise<WorkspaceInfo> {
  return (await readJson(await request('GET', '/api/workspace', {}))) as unknown as WorkspaceInfo;
}

/**
 * A client for one customer. Its token lives in memory and is renewed by use; when it has run out (a laptop that slept,
 * a server that restarted) the client signs in again and repeats the request once.
 */
export function createClient(externalId: string): Client {
  let token: Promise<string> | undefined;

  const signIn = async (): Promise<string> => {
    const answer = await readJson(await request('POST', '/api/page/sessions', { body: { externalId } }));
    return String(answer.token);
  };
  const signedIn = (): Promise<string> => {
    token ??= signIn();
    token.catch(() => {
      token = undefined;
    });
    return token;
  };
  const authorised = async (method: string, path: string, options: RequestOptions = {}): Promise<Response> => {
    const used = signedIn();
    try {
      return await request(method, path, { ...options, token: await used });
    } catch (error) {
      if (!(error instanceof RequestFailed) || error.status !== 401) throw error;
      if (token === used) token = undefined;
      return request(method, path, { ...options, token: await signedIn() });
    }
  };
  const post = async (path: string, body: JsonObject, key?: string): Promise<JsonObject> =>
    readJson(await authorised('POST', path, { body, key }));
  const pathOf = (conversation: string): string => `/api/conversations/${encodeURIComponent(conversation)}`;

  return {
    async openConversation(employee, language) {
      const conversation = await post('/api/conversations', { employee, channel: 'page', language });
      return String(conversation.id);
    },
    sendMessage: async (conversation, text, key) =>
      (await post(`${pathOf(conversation)}/messages`, { text }, key)) as unknown as Accepted,
    pressButton: async (conversation, operations, button, key) => {
      const operation = operations.length === 1 ? (operations[0] ?? '') : operations;
      return (await post(`${pathOf(conversation)}/confirmations`, { operation, button }, key)) as unknown as Accepted;
    },
    async openStream(conversation, after, signal) {
      const response = await authorised('GET', `${pathOf(conversation)}/events?after=${after}`, { signal });
      if (response.body === null) throw unreachable();
      return response.body;
    },
  };
}
