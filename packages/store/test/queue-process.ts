/** Takes what the queue wakes it for, prints the conversation, and never ends. */
import { systemClock } from '@rolecall/base';
import { createQueueDispatcher, openPostgresStore } from '../src/index.ts';

const [url, schema, organisation] = process.argv.slice(2);
if (url === undefined || schema === undefined || organisation === undefined)
  throw new Error('usage: queue-process.ts <url> <schema> <organisation>');

const store = await openPostgresStore({ url, schema, projections: [], engine: 'child@1.0.0' });
await createQueueDispatcher({
  store: store.for(organisation),
  holder: `child-${process.pid}`,
  clock: systemClock,
  concurrency: 1,
  leaseTtlMs: 1_000,
  pollMs: 50,
  url,
  schema,
  organisation,
  onError: (error) => process.stdout.write(`${String(error)}\n`),
  handle: (conversation) => {
    process.stdout.write(`${conversation}\n`);
    return new Promise(() => {});
  },
});
