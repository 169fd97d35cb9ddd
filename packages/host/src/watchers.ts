import type { JsonObject } from '@rolecall/base';
import type { JournalEntry, StorePorts } from '@rolecall/journal';
import type { WatchEvent } from './workspace.ts';

const POLL_MS = 250;

/** Tells whoever watches a conversation that it moved, and passes on what is not written down. */
export interface Watchers {
  /** The journal of the conversation has grown. */
  moved(conversation: string): void;
  progress(conversation: string, progress: JsonObject): void;
  watch(
    conversation: string,
    options: { readonly after: number; readonly signal: AbortSignal },
  ): AsyncIterable<WatchEvent>;
  /** Ends all of them. */
  close(): void;
}

interface Watcher {
  readonly progress: JsonObject[];
  wake: () => void;
}

/**
 * Watching is reading: entries come from the journal, so that a watcher that was away, or watches from another process,
 * misses nothing. A notification only makes it faster than the poll.
 */
export function createWatchers(store: Pick<StorePorts, 'entries'>): Watchers {
  const watchers = new Map<string, Set<Watcher>>();
  const closed = new AbortController();
  return {
    moved: (conversation) => {
      for (const watcher of watchers.get(conversation) ?? []) watcher.wake();
    },
    progress: (conversation, progress) => {
      for (const watcher of watchers.get(conversation) ?? []) {
        watcher.progress.push(progress);
        watcher.wake();
      }
    },
    watch: (conversation, { after, signal }) =>
      follow(store, watchers, conversation, after, AbortSignal.any([signal, closed.signal])),
    close: () => closed.abort(),
  };
}

async function* follow(
  store: Pick<StorePorts, 'entries'>,
  watchers: Map<string, Set<Watcher>>,
  conversation: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent> {
  const watcher: Watcher = { progress: [], wake: () => undefined };
  const others = watchers.get(conversation) ?? new Set();
  watchers.set(conversation, others.add(watcher));
  let sequence = after;
  try {
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        watcher.wake = resolve;
      });
      const entries: readonly JournalEntry[] = await store.entries(conversation, sequence);
      for (const entry of entries) {
        if (signal.aborted) return;
        sequence = entry.sequence;
        yield { type: 'entry', entry };
      }
      for (const progress of watcher.progress.splice(0)) yield { type: 'progress', progress };
      if (entries.length === 0) await Promise.race([woken, pause(POLL_MS, signal)]);
    }
  } finally {
    others.delete(watcher);
    if (others.size === 0) watchers.delete(conversation);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}
