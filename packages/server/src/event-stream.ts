import type { Language } from '@rolecall/base';
import type { Workspace } from '@rolecall/host';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { errorAnswer } from './api-error.ts';
import { askedLanguage } from './asked-language.ts';

/** What a stream of one conversation needs. */
export interface EventStreamOptions {
  readonly workspace: Workspace;
  readonly conversation: string;
  /** Entries above this sequence number are sent. */
  readonly after: number;
  readonly heartbeatMs: number;
  /** Told with every heartbeat: the watcher is still there. */
  readonly onHeartbeat: () => void;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

/**
 * Server-sent events of one conversation. `entry` carries its sequence as `id`, so that a broken stream goes on where it
 * stopped; `progress` has no id and does not come again. A comment now and then keeps middlemen from closing it.
 */
export function eventStream(c: Context, options: EventStreamOptions): Response {
  const response = streamSSE(c, (stream) => pump(stream, options, askedLanguage(c.req.header('accept-language'))));
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-accel-buffering', 'no');
  return response;
}

async function pump(stream: SSEStreamingApi, options: EventStreamOptions, language: Language): Promise<void> {
  const ended = new AbortController();
  stream.onAbort(() => ended.abort());
  const signal = AbortSignal.any([ended.signal, options.closing]);
  await stream.write(': open\n\n');
  const heartbeat = setInterval(() => {
    options.onHeartbeat();
    void stream.write(': still here\n\n');
  }, options.heartbeatMs);
  try {
    await sendEvents(stream, options, signal);
  } catch (error) {
    if (!signal.aborted) await sendError(stream, options.workspace, error, language);
  } finally {
    clearInterval(heartbeat);
    ended.abort();
  }
}

async function sendEvents(stream: SSEStreamingApi, options: EventStreamOptions, signal: AbortSignal): Promise<void> {
  const { workspace, conversation, after } = options;
  for await (const event of workspace.watch(conversation, { after, signal })) {
    if (signal.aborted) return;
    switch (event.type) {
      case 'entry':
        await stream.writeSSE({
          event: 'entry',
          id: String(event.entry.sequence),
          data: JSON.stringify(workspace.redactor.redact(event.entry)),
        });
        break;
      case 'progress':
        await stream.writeSSE({ event: 'progress', data: JSON.stringify(workspace.redactor.redact(event.progress)) });
        break;
      default:
        event satisfies never;
    }
  }
}

async function sendError(
  stream: SSEStreamingApi,
  workspace: Workspace,
  error: unknown,
  language: Language,
): Promise<void> {
  const { body } = errorAnswer(error, language);
  await stream.writeSSE({ event: 'error', data: JSON.stringify(workspace.redactor.redact(body)) });
}
