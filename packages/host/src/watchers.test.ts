import type { JournalEntry } from '@rolecall/journal';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWatchers } from './watchers.ts';
import type { WatchEvent } from './workspace.ts';

/** A journal that grows under the test's hands, and its watchers. */
function arrange(length = 0) {
  const journal: JournalEntry[] = [];
  const append = (): void => {
    const sequence = journal.length + 1;
    journal.push({ conversation: 'conv', sequence, at: '', kind: 'test', kindVersion: 1, engine: 't', data: {} });
  };
  for (let count = 0; count < length; count++) append();
  const reads: number[] = [];
  const watchers = createWatchers({
    entries: async (_, after = 0) => {
      reads.push(after);
      return journal.filter(({ sequence }) => sequence > after);
    },
  });
  onTestFinished(() => watchers.close());
  return { append, watchers, reads };
}

const never = new AbortController().signal;
const nameOf = (event: WatchEvent) => (event.type === 'entry' ? event.entry.sequence : event.progress.text);

async function take(events: AsyncIterable<WatchEvent>, count: number): Promise<readonly unknown[]> {
  const taken: unknown[] = [];
  for await (const event of events) {
    taken.push(nameOf(event));
    if (taken.length === count) break;
  }
  return taken;
}

describe('whoever watches a conversation', () => {
  it.each([0, 1, 7, 9])('gets everything after %i, in order', async (after) => {
    const { watchers } = arrange(10);
    const expected = Array.from({ length: 10 - after }, (_, index) => after + index + 1);
    expect(await take(watchers.watch('conv', { after, signal: never }), expected.length)).toEqual(expected);
  });

  it('gets what comes later, at once when told and soon when not', async () => {
    const { append, watchers } = arrange(1);
    const taken = take(watchers.watch('conv', { after: 0, signal: never }), 3);
    append();
    watchers.moved('conv');
    setTimeout(append, 10);
    expect(await taken).toEqual([1, 2, 3]);
  });

  it('loses nothing and gets nothing twice while it is slow', async () => {
    const { append, watchers } = arrange();
    const seen: unknown[] = [];
    const watching = (async () => {
      for await (const event of watchers.watch('conv', { after: 0, signal: never })) {
        seen.push(nameOf(event));
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (seen.length === 120) return;
      }
    })();
    for (let count = 0; count < 60; count++) {
      append();
      watchers.moved('conv');
      watchers.progress('conv', { text: `p${count}` });
      if (count % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await watching;
    expect(seen.filter((name) => typeof name === 'number')).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
    expect(new Set(seen).size).toBe(120);
  });

  it('gets only what happens in its own conversation', async () => {
    const { append, watchers } = arrange();
    const taken = take(watchers.watch('conv', { after: 0, signal: never }), 1);
    watchers.progress('other', { text: 'not for you' });
    append();
    watchers.moved('conv');
    expect(await taken).toEqual([1]);
  });

  it('is let go by its signal, also between two entries of many', async () => {
    const { watchers } = arrange(10);
    const stop = new AbortController();
    const seen: unknown[] = [];
    for await (const event of watchers.watch('conv', { after: 0, signal: stop.signal })) {
      seen.push(nameOf(event));
      if (seen.length === 3) stop.abort();
    }
    expect(seen).toEqual([1, 2, 3]);
  });

  it('is let go when the workspace closes, and reads no more', async () => {
    const { watchers, reads } = arrange(1);
    const watching = take(watchers.watch('conv', { after: 0, signal: never }), 99);
    await new Promise((resolve) => setTimeout(resolve, 5));
    watchers.close();
    expect(await watching).toEqual([1]);
    const { length } = reads;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(reads).toHaveLength(length);
  });

  it('is told when the journal cannot be read', async () => {
    const watchers = createWatchers({ entries: async () => Promise.reject(new Error('the disk is gone')) });
    await expect(take(watchers.watch('conv', { after: 0, signal: never }), 1)).rejects.toThrow('the disk is gone');
  });
});
