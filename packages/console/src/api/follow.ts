import type { Client } from './client.ts';
import { createEventParser, type ServerEvent } from './event-source.ts';
import { type Entry, isObject, type JsonObject, RequestFailed } from './wire.ts';

/** How the page stands to the server. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'stopped';

export interface Followed {
  readonly onConnection: (connection: Connection) => void;
  readonly onEntry: (entry: Entry) => void;
  readonly onProgress: (progress: JsonObject) => void;
  /** The server says that going on is useless. */
  readonly onRefused: (error: RequestFailed) => void;
}

const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** The server sends something every 15 s; a connection that is silent for longer is dead without having said so. */
const SILENCE_MS = 40_000;

/**
 * Follows a conversation until the signal: whatever breaks, it goes on after the last sequence number that it has seen.
 */
export async function follow(
  client: Pick<Client, 'openStream'>,
  conversation: string,
  after: number,
  signal: AbortSignal,
  followed: Followed,
): Promise<void> {
  let last = after;
  let waitMs = SHORTEST_WAIT_MS;
  followed.onConnection('connecting');
  while (!signal.aborted) {
    try {
      await readOnce(client, conversation, last, signal, {
        onOpen: () => {
          waitMs = SHORTEST_WAIT_MS;
          followed.onConnection('live');
        },
        onEvent: (event) => {
          const entry = event.event === 'entry' ? parseEntry(event.data) : undefined;
          if (entry !== undefined && entry.sequence > last) {
            last = entry.sequence;
            followed.onEntry(entry);
          }
          const progress = event.event === 'progress' ? parseObject(event.data) : undefined;
          if (progress !== undefined) followed.onProgress(progress);
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RequestFailed && isFinal(error)) {
        followed.onConnection('stopped');
        followed.onRefused(error);
        return;
      }
    }
    if (signal.aborted) return;
    followed.onConnection('reconnecting');
    await pause(waitMs, signal);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** Asking again would be answered the same way. */
function isFinal(error: RequestFailed): boolean {
  return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;
}

async function readOnce(
  client: Pick<Client, 'openStream'>,
  conversation: string,
  after: number,
  signal: AbortSignal,
  on: { readonly onOpen: () => void; readonly onEvent: (event: ServerEvent) => void },
): Promise<void> {
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  const stream = await client.openStream(conversation, after, either);
  on.onOpen();
  const parse = createEventParser(on.onEvent);
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let alarm = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      clearTimeout(alarm);
      alarm = setTimeout(() => silence.abort(), SILENCE_MS);
      parse(read.value);
    }
  } finally {
    clearTimeout(alarm);
  }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An entry as the envelope promises it, or undefined. What is in `data` is read later, with care. */
function parseEntry(text: string): Entry | undefined {
  const value = parseObject(text);
  if (value === undefined || typeof value.sequence !== 'number' || typeof value.kind !== 'string') return undefined;
  return { ...(value as unknown as Entry), data: isObject(value.data) ? value.data : {} };
}

/** Waits, or less: until the browser says that the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
