import type { JsonObject } from '@rolecall/base';
import type { Lease, Projection, StorePorts } from '@rolecall/journal';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { migratePostgres } from './migrate.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const at = '2026-03-02T08:00:00.000Z';
const HOUR = 3_600_000;
let server: PostgresServer;
let schemas = 0;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** Rows that all conversations share, each the sum of what was said; two of them in the order in which they are named. */
const sums: Projection = {
  name: 'test.sums',
  kinds: ['test.add'],
  apply: ({ data }, read) =>
    (data.to as string[]).map((key) => {
      const before = read('sums', key) as JsonObject | undefined;
      const value = { sum: Number(before?.sum ?? 0) + 1, last: data.by ?? null };
      return { op: 'put', table: 'sums', key, scope: 'all', value };
    }),
};

/** Two processes on one schema. */
async function twoStores() {
  const database = { url: server.url, schema: `concurrency_${++schemas}` };
  await migratePostgres({ ...database, engine: 'test@1.0.0' });
  const stores = await Promise.all(
    [1, 2].map(() => openPostgresStore({ ...database, projections: [sums], engine: 'test@1.0.0' })),
  );
  onTestFinished(async () => {
    for (const store of stores) await store.close();
  });
  return { stores, ports: stores.map((store) => store.for('org-1')) as [StorePorts, StorePorts] };
}

async function conversationFor(ports: StorePorts, channel: string) {
  const { id: contact } = await ports.upsertContact({ externalId: 'e', level: 'verified', at });
  const party = { contact, employee: 'employee-1', channel };
  const accepted = await ports.accept({ conversation: party, kind: 'message', data: {}, at });
  if (accepted.status === 'conflict') throw new Error(accepted.reason);
  const lease = (await ports.acquireLease(accepted.conversation, channel, HOUR, at)) as Lease;
  return { conversation: accepted.conversation, fence: lease.fence, item: accepted.item };
}

const adding = (conversation: string, sequence: number, to: readonly string[], by: string) => ({
  conversation,
  sequence,
  at,
  kind: 'test.add',
  kindVersion: 1,
  engine: 'test@1.0.0',
  data: { to: [...to], by },
});

describe('two processes on one database', () => {
  it('that fold into the same rows lose nothing, and a rebuild gives the same', async () => {
    const { stores, ports } = await twoStores();
    const workers = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const own = ports[index % 2] as StorePorts;
        return { own, index, ...(await conversationFor(own, `channel-${index}`)) };
      }),
    );
    await Promise.all(
      workers.map(async ({ own, index, conversation, fence }) => {
        const to = index % 2 === 0 ? ['x', 'y'] : ['y', 'x'];
        for (let sequence = 1; sequence <= 15; sequence++) {
          const entries = [adding(conversation, sequence, to, `${index}-${sequence}`)];
          const result = await own.commit({ conversation, expectedSequence: sequence - 1, fence, at, entries });
          expect(result.status).toBe('committed');
        }
      }),
    );
    const rows = await ports[0].rows('sums', 'all');
    expect(rows.map(({ key, value }) => [key, (value as JsonObject).sum])).toEqual([
      ['x', 90],
      ['y', 90],
    ]);

    await stores[0]?.rebuildProjections();

    expect(await ports[1].rows('sums', 'all')).toEqual(rows);
  });

  it('that race for a ledger key and a counter have as many winners as there is room for', async () => {
    const { ports } = await twoStores();
    const racers = await Promise.all(
      ports.map(async (own, index) => ({ own, index, ...(await conversationFor(own, `channel-${index}`)) })),
    );
    for (let round = 0; round < 20; round++) {
      const race = (draft: object) =>
        Promise.all(
          racers.map(({ own, conversation, fence, index }) =>
            own.commit({
              conversation,
              expectedSequence: 0,
              fence,
              at,
              entries: [],
              ...operationOf(draft, index, round),
            }),
          ),
        );
      const keys = await race({ reserve: [{ base: `base-${round}`, intent: 1 }] });
      expect(keys.map((result) => result.status).sort()).toEqual(['committed', 'key_taken']);
      const limits = await race({ raise: [{ counter: `counter-${round}`, max: 1, withinMs: HOUR }] });
      expect(limits.map((result) => result.status).sort()).toEqual(['committed', 'limit_reached']);
    }
  });

  it('that accept for one party number their items without a gap', async () => {
    const { ports } = await twoStores();
    const { id: contact } = await ports[0].upsertContact({ externalId: 'e', level: 'verified', at });
    const party = { contact, employee: 'employee-1', channel: 'page' };
    const accepted = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (ports[index % 2] as StorePorts).accept({
          conversation: party,
          kind: 'message',
          data: { index: index % 10 },
          idempotencyKey: `k${index % 10}`,
          at,
        }),
      ),
    );
    expect(accepted.filter((answer) => answer.status === 'accepted')).toHaveLength(10);
    expect(await ports[0].conversations()).toHaveLength(1);
    const [conversation] = await ports[0].conversations();
    const positions = (await ports[1].inbox(conversation?.id ?? '')).map((item) => item.position);
    expect(positions).toEqual(positions.map((_, index) => index + 1));
  });

  it('of which one deletes a contact while the other writes to it leave nothing behind', async () => {
    const { ports } = await twoStores();
    for (let round = 0; round < 10; round++) {
      const { id: contact } = await ports[0].upsertContact({ externalId: 'e', level: 'verified', at });
      const { conversation, fence } = await conversationFor(ports[1], 'page');
      const message = { kind: 'message', data: { text: 'hello' }, at } as const;
      const outcomes = await Promise.allSettled([
        ports[0].deleteContact(contact, at),
        ports[1].accept({ ...message, conversation }),
        ports[1].accept({ ...message, conversation: { contact, employee: 'employee-2', channel: 'new' } }),
        ports[1].commit({
          conversation,
          expectedSequence: 0,
          fence,
          at,
          entries: [adding(conversation, 1, ['z'], 'w')],
        }),
      ]);

      expect(outcomes[0]).toMatchObject({ status: 'fulfilled', value: { status: 'deleted' } });
      expect(await ports[0].waiting()).toEqual([]);
      for (const { id, closedAt } of await ports[0].conversations({ contact })) {
        expect(await ports[0].inbox(id)).toEqual([]);
        expect(closedAt).toBeDefined();
      }
      expect(await ports[0].row('sums', 'z')).toBeUndefined();
    }
  });
});

function operationOf(draft: object, index: number, round: number): object {
  return Object.fromEntries(
    Object.entries(draft).map(([name, list]) => [
      name,
      (list as object[]).map((item) => ({ ...item, operation: `op-${index}-${round}` })),
    ]),
  );
}
