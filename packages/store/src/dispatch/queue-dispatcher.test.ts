import { systemClock } from '@rolecall/base';
import type { Lease, Store, StorePorts } from '@rolecall/journal';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { dispatcherContract } from '../../test/dispatcher-contract.ts';
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { startProcess } from '../../test/start-process.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { openPostgresStore } from '../postgres/open-postgres-store.ts';
import { createQueueDispatcher, type QueueDispatcherOptions } from './queue-dispatcher.ts';

const schema = `dispatch_${process.pid}`;
let server: PostgresServer;
let store: Store;
let admin: Client;
let organisations = 0;

beforeAll(async () => {
  server = await startPostgres();
  await migratePostgres({ url: server.url, schema, engine: 'test@1.0.0' });
  store = await openPostgresStore({ url: server.url, schema, projections: [], engine: 'test@1.0.0' });
  admin = new Client({ connectionString: server.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await store.close();
  await server.stop();
});

dispatcherContract(
  'the dispatcher of many processes',
  async () => store.for(`org-${++organisations}`),
  (options) => createQueueDispatcher({ ...options, url: server.url, schema, organisation: `org-${organisations}` }),
);

describe('the queue', () => {
  const at = () => new Date().toISOString();

  async function accept(ports: StorePorts, text: string): Promise<string> {
    const { id: contact } = await ports.upsertContact({ externalId: 'e', level: 'verified', at: at() });
    const party = { contact, employee: 'employee-1', channel: 'page' };
    const accepted = await ports.accept({ conversation: party, kind: 'message', data: { text }, at: at() });
    if (accepted.status === 'conflict') throw new Error(accepted.reason);
    return accepted.conversation;
  }

  function start(ports: StorePorts, options: Partial<QueueDispatcherOptions> & Pick<QueueDispatcherOptions, 'handle'>) {
    const started = createQueueDispatcher({
      store: ports,
      holder: 'process-1',
      clock: systemClock,
      concurrency: 2,
      onError: () => {},
      pollMs: 50,
      url: server.url,
      schema,
      organisation: `org-${organisations}`,
      ...options,
    });
    onTestFinished(async () => (await started).close());
    return started;
  }

  const consume = (ports: StorePorts) => async (conversation: string, lease: Lease) => {
    const [item] = await ports.inbox(conversation, 1);
    const sequence = (await ports.conversation(conversation))?.sequence ?? 0;
    await ports.commit({
      conversation,
      expectedSequence: sequence,
      fence: lease.fence,
      at: at(),
      entries: [],
      consume: item ? [item.id] : [],
    });
  };

  it('keeps what has failed too often visible, with its reason, and has it tried again when told to', async () => {
    const ports = store.for(`org-${++organisations}`);
    const conversation = await accept(ports, 'a');
    let isBroken = true;
    const dispatcher = await start(ports, {
      handle: async (id, lease) => {
        if (isBroken) throw new Error('the system is down');
        await consume(ports)(id, lease);
      },
    });
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ attempts: 1 }]), { timeout: 20_000 });
    // The waits between two attempts grow to hours: the last ones are passed over here.
    await admin.query(
      `update ${schema}_queue._private_jobs set attempts = max_attempts, run_at = now() where key like $1`,
      [`rolecall:conversation:org-${organisations} %`],
    );

    expect(await dispatcher.deadLetters()).toMatchObject([{ conversation, lastError: 'the system is down' }]);
    expect(await ports.inbox(conversation)).toHaveLength(1);
    await dispatcher.drain();
    expect(await dispatcher.deadLetters()).toHaveLength(1);

    isBroken = false;
    await dispatcher.redrive(conversation);
    await vi.waitFor(async () => expect(await ports.inbox(conversation)).toEqual([]), { timeout: 20_000 });
    expect(await dispatcher.deadLetters()).toEqual([]);
  });

  it('gives what a dead process had taken to others within seconds', async () => {
    const ports = store.for(`org-${++organisations}`);
    const conversation = await accept(ports, 'a');
    const child = startProcess('queue-process.ts', server.url, schema, `org-${organisations}`);
    expect(await child.readLine()).toBe(conversation);
    await child.kill();

    await start(ports, { handle: consume(ports), deadAfterMs: 1_000, leaseTtlMs: 1_000 });

    await vi.waitFor(async () => expect(await ports.inbox(conversation)).toEqual([]), { timeout: 10_000 });
  });

  it('leaves no conversation to a process of another organisation', async () => {
    const theirs = store.for(`org-${++organisations}`);
    const other = await accept(theirs, 'b');
    const waker = await start(theirs, { handle: async () => {}, wakesOnly: true, holder: 'waker' });
    waker.wake(other);
    await waker.close();
    const mine = store.for(`org-${++organisations}`);
    const handled: string[] = [];
    const dispatcher = await start(mine, { handle: async (id) => void handled.push(id), holder: 'mine' });

    await dispatcher.drain();

    expect(handled).toEqual([]);
    expect(await theirs.inbox(other)).toHaveLength(1);
  });

  async function jobs() {
    const { rows } = await admin.query(
      `select attempts from ${schema}_queue.jobs where locked_at is null and task_identifier = $1`,
      [`rolecall:conversation:org-${organisations}`],
    );
    return rows as { readonly attempts: number }[];
  }
});
