import { type Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { isGone } from './call-answer.ts';

/** What is looked at, and how often. */
export interface HealthWatchOptions {
  readonly client: Client;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  /** When the server was last heard of, by `performance.now()`. */
  readonly heardAt: () => number;
  readonly onAnswer: () => void;
  readonly onSilence: () => void;
}

/**
 * Looks at intervals whether a remote server is there: its end is announced by nothing, and a call would only time out.
 * Twice without an answer is silence. Answers with what ends the watch.
 */
export function watchHealth(options: HealthWatchOptions): () => void {
  const { intervalMs, heardAt, onSilence } = options;
  let timer: NodeJS.Timeout;
  let isOver = false;
  const look = async () => {
    const isQuiet = performance.now() - heardAt() >= intervalMs;
    const isThere = !isQuiet || (await ping(options)) || (await ping(options));
    if (isOver) return;
    if (isThere) timer = setTimeout(look, intervalMs).unref();
    else onSilence();
  };
  timer = setTimeout(look, intervalMs).unref();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

async function ping({ client, timeoutMs, onAnswer }: HealthWatchOptions): Promise<boolean> {
  const options = { timeout: timeoutMs };
  try {
    await (client.getProtocolEra() === 'modern' ? client.discover(options) : client.ping(options));
  } catch (error) {
    // A server that has no such method has answered.
    if (isTimeout(error) || isGone(error) || !(error instanceof Error)) return false;
  }
  onAnswer();
  return true;
}

/** True for a request that the server left without an answer. */
export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}
