import { readJson, request, unreachable } from './request.ts';
import type { JsonObject } from './wire.ts';

/** Something that waits for a person, as the API answers it. */
export interface DeskItem {
  readonly kind: string;
  readonly conversation: string;
  readonly at: string;
  readonly employee: string;
  readonly channel: string;
  readonly contact: {
    readonly id: string;
    readonly externalId: string;
    readonly displayName?: string | undefined;
  };
  readonly title?: { readonly zh: string; readonly en: string } | undefined;
  readonly operation?: string | undefined;
  readonly reason?: string | undefined;
  readonly summary?: string | undefined;
  readonly person?: string | null | undefined;
  readonly waitingSince?: string | null | undefined;
  readonly followUp?: string | undefined;
  readonly matter?: JsonObject | undefined;
  readonly capability?: string | undefined;
  readonly arguments?: JsonObject | undefined;
  /** What an operator is asked to approve. */
  readonly text?: string | undefined;
  readonly code?: string | undefined;
}

/** What an operator does. */
export type DeskAct =
  | { readonly act: 'take-over' | 'hand-back' | 'messages'; readonly conversation: string }
  | { readonly act: 'settle' | 'done' | 'approval'; readonly operation: string };

/** What the page asks of the server for an operator who holds the API token. */
export interface DeskClient {
  list(signal?: AbortSignal): Promise<readonly DeskItem[]>;
  perform(act: DeskAct, body: JsonObject, key: string): Promise<void>;
  openStream(
    conversation: string,
    after: number,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

/** The token lives in this tab only. */
export function createDeskClient(token: string): DeskClient {
  return {
    async list(signal) {
      const { items } = await readJson(await request('GET', '/api/desk', { token, signal }));
      return (Array.isArray(items) ? items : []) as unknown as readonly DeskItem[];
    },
    async perform(act, body, key) {
      await readJson(await request('POST', pathOf(act), { token, body, key }));
    },
    async openStream(conversation, after, signal) {
      const path = `/api/conversations/${encodeURIComponent(conversation)}/events?after=${after}`;
      const response = await request('GET', path, { token, signal });
      if (response.body === null) throw unreachable();
      return response.body;
    },
  };
}

function pathOf(act: DeskAct): string {
  return 'conversation' in act
    ? `/api/desk/conversations/${encodeURIComponent(act.conversation)}/${act.act}`
    : `/api/desk/operations/${encodeURIComponent(act.operation)}/${act.act}`;
}
