import { expect, test } from 'vitest';
import type { Client } from './client.ts';
import { type Connection, follow } from './follow.ts';
import { type Entry, RequestFailed } from './wire.ts';

globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};

const line = (sequence: number) =>
  `event: entry\nid: ${sequence}\ndata: {"sequence":${sequence},"kind":"x","data":{}}\n\n`;

/** A server that gives these answers, one for each time that the stream is opened. */
function serverThat(...answers: readonly (readonly string[] | RequestFailed)[]) {
  const asked: number[] = [];
  const openStream: Client['openStream'] = async (_, after, signal) => {
    const answer = answers[asked.length];
    asked.push(after);
    if (answer instanceof RequestFailed) throw answer;
    const chunks = (answer ?? []).map((chunk) => new TextEncoder().encode(chunk));
    return new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        if (answer !== undefined) controller.close();
        else signal.addEventListener('abort', () => controller.close());
      },
    });
  };
  return { client: { openStream } as Client, asked };
}

async function followUntil(client: Client, done: (entries: readonly Entry[]) => boolean) {
  const ending = new AbortController();
  const entries: Entry[] = [];
  const connections: Connection[] = [];
  const refused: string[] = [];
  await follow(client, 'conv_1', 0, ending.signal, {
    onConnection: (connection) => connections.push(connection),
    onEntry: (entry) => {
      entries.push(entry);
      if (done(entries)) ending.abort();
    },
    onProgress: () => {},
    onRefused: (error) => refused.push(error.code),
  });
  return { sequences: entries.map(({ sequence }) => sequence), connections, refused };
}

test('a broken stream goes on after the last sequence it has seen', async () => {
  const { client, asked } = serverThat([line(1), line(2)], new RequestFailed('unreachable', 0, ''), [line(3), line(4)]);
  const { sequences, connections } = await followUntil(client, (entries) => entries.length === 4);
  expect(sequences).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual([0, 2, 2]);
  expect(connections.slice(0, 4)).toEqual(['connecting', 'live', 'reconnecting', 'reconnecting']);
});

test('an entry that comes again is not told again', async () => {
  const { client } = serverThat([line(1), line(2), line(2), line(1), line(3)]);
  const { sequences } = await followUntil(client, (entries) => entries.length === 3);
  expect(sequences).toEqual([1, 2, 3]);
});

test('where asking again is useless, it stops and says why', async () => {
  const { client, asked } = serverThat(new RequestFailed('conversation_unknown', 404, ''));
  const { connections, refused } = await followUntil(client, () => false);
  expect(asked).toEqual([0]);
  expect(connections.at(-1)).toBe('stopped');
  expect(refused).toEqual(['conversation_unknown']);
});
