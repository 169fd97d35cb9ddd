import { openWorkspace } from '@rolecall/host';
import { scriptedModel } from '@rolecall/kernel/testing';

/**
 * One process of the load: `load-process.ts <workspace> worker|api`. A worker works whatever waits, with a model that answers at
 * once. The api opens the conversations when it is told `{ open }`, and says the messages when it is told `{ say }`. Either tells
 * what it holds of memory when it is asked.
 */
export type Order =
  | { readonly open: number }
  | { readonly say: number }
  | { readonly memory: true }
  | { readonly end: true };

/** What a process answers: each order once, and `ready` first. */
export interface Answer {
  readonly done: 'ready' | 'open' | 'say' | 'memory';
  readonly memory?: Memory;
  /** How many rounds its model was asked in. */
  readonly rounds?: number;
  readonly conversations?: readonly string[];
}

/** Megabytes, after a collection. */
export interface Memory {
  readonly heapMb: number;
  readonly rssMb: number;
}

const [dir = '', role = 'worker'] = process.argv.slice(2);
const AT_ONCE = 20;
let rounds = 0;
const model = scriptedModel(() => {
  rounds++;
  // It keeps what it was asked; a model does not.
  (model.calls as unknown[]).length = 0;
  return 'We look into it.';
});
const workspace = await openWorkspace(dir, {
  role: role === 'api' ? 'api' : 'worker',
  model: () => model,
  log: (line) => console.error(`${role}: ${line}`),
});
let conversations: readonly string[] = [];

process.on('message', (order: Order) => {
  void obey(order);
});
tell({ done: 'ready' });

async function obey(order: Order): Promise<void> {
  if ('open' in order) {
    conversations = await inBatches(
      Array.from({ length: order.open }, (_, index) => index),
      open,
    );
    tell({ done: 'open', conversations });
  } else if ('say' in order) {
    for (let message = 1; message <= order.say; message++) {
      await inBatches(conversations, async (conversation) => {
        const sent = await workspace.send({ conversation, text: `question ${message}` });
        if (sent.status !== 'accepted') throw new Error(JSON.stringify(sent));
      });
    }
    tell({ done: 'say' });
  } else if ('memory' in order) {
    (globalThis as { gc?: () => void }).gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    tell({ done: 'memory', rounds, memory: { heapMb: heapUsed / 1024 / 1024, rssMb: rss / 1024 / 1024 } });
  } else {
    await workspace.close();
    process.disconnect();
  }
}

async function open(index: number): Promise<string> {
  const contact = await workspace.contact({ externalId: `load-${index}`, level: 'verified' });
  return (await workspace.open({ contact: contact.id, employee: 'lin', channel: 'load' })).id;
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < items.length; index += AT_ONCE)
    results.push(...(await Promise.all(items.slice(index, index + AT_ONCE).map(work))));
  return results;
}

function tell(answer: Answer): void {
  process.send?.(answer);
}
