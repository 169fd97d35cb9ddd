import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { timestampOf } from '@rolecall/base';
import { createMemoryStore } from '@rolecall/journal/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DeliveryParts, deliverDue } from './deliver-due.ts';
import type { Webhook } from './webhooks.ts';

const SECRET = 'shared-secret-of-the-webhook';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real server that answers as it is told, one answer for each request; 200 when it is told nothing. */
async function webhookServer(...answers: ((response: ServerResponse) => void)[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      const answer = answers.shift() ?? ((each: ServerResponse) => each.end('ok'));
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, server };
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end('no');

/** A conversation on a channel with a webhook. */
async function channel(webhook: Pick<Webhook, 'url'> & Partial<Webhook>, more: Partial<DeliveryParts> = {}) {
  let now = Date.parse('2026-03-02T08:00:00.000Z');
  const clock = { now: () => now };
  const store = createMemoryStore({ projections: [], engine: 'test@1' }).for('org');
  const contact = await store.upsertContact({ externalId: 'c-1', level: 'verified', at: timestampOf(clock) });
  const party = { contact: contact.id, employee: 'ida', channel: 'shop' };
  const opened = await store.accept({ conversation: party, kind: 'opened', data: {}, at: timestampOf(clock) });
  if (opened.status === 'conflict') throw new Error(opened.reason);
  const { conversation } = opened;
  const lines: string[] = [];
  const parts: DeliveryParts = {
    store,
    organisation: 'org',
    clock,
    webhook: () => ({ credential: 'hook', attempts: 3, ...webhook }),
    secret: async () => SECRET,
    log: ({ en }) => lines.push(en),
    random: () => 1,
    timeoutMs: 300,
    ...more,
  };
  return {
    store,
    conversation,
    lines,
    advance: (ms: number) => {
      now += ms;
    },
    async send(text: string, kind = 'reply') {
      const lease = await store.acquireLease(conversation, 'w', 60_000_000, timestampOf(clock));
      const sequence = (await store.conversation(conversation))?.sequence ?? 0;
      const entry = { conversation, sequence: sequence + 1, at: timestampOf(clock), engine: 'test@1' };
      await store.commit({
        conversation,
        expectedSequence: sequence,
        fence: lease?.fence ?? 0,
        at: timestampOf(clock),
        entries: [{ ...entry, kind: 'test.note', kindVersion: 1, data: {} }],
        outbox: [{ kind, data: kind === 'event' ? { event: text, payload: {} } : { text }, to: 'channel:shop' }],
      });
    },
    deliver: () => deliverDue(parts),
    states: async () => (await store.deliveries()).map(({ state, attempts }) => [state, attempts]),
  };
}

const textsIn = (received: readonly Received[]) => received.map(({ body }) => JSON.parse(body).message?.text);

describe('a delivery', () => {
  it('is posted once, signed, with an id by which its receiver knows it', async () => {
    const { received, url } = await webhookServer();
    const shop = await channel({ url });
    await shop.send('您好');
    expect(await shop.deliver()).toBe(1);
    expect(await shop.deliver()).toBe(0);

    const [{ headers, body }] = received as [Received];
    expect(JSON.parse(body)).toEqual({
      id: `${shop.conversation}.1.0`,
      type: 'message',
      organisation: 'org',
      conversation: shop.conversation,
      sequence: 1,
      index: 0,
      at: '2026-03-02T08:00:00.000Z',
      employee: 'ida',
      channel: 'shop',
      contact: { externalId: 'c-1' },
      message: { kind: 'reply', text: '您好' },
    });
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['rolecall-signature'])) ?? [];
    expect(mac).toBe(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex'));
    expect(headers['rolecall-delivery']).toBe(`${shop.conversation}.1.0`);
    expect(await shop.states()).toEqual([['delivered', 1]]);
  });

  it.each([
    ['answers 500', status(500), /answered 500/],
    ['sends elsewhere', status(302, { location: 'http://127.0.0.1:1/' }), /302, a redirect, which is not followed/],
    ['never answers', () => undefined, /did not answer within 300 ms/],
    ['dies before it answers', (response: ServerResponse) => void response.destroy(), /broke off/],
    [
      'dies in the middle of its answer',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => response.destroy());
      },
      /broke off/,
    ],
  ])('to a receiver that %s is tried again, and nothing behind it goes first', async (_, answer, told) => {
    const { received, url } = await webhookServer(answer);
    const shop = await channel({ url });
    await shop.send('one');
    await shop.send('two');
    await shop.deliver();
    expect(await shop.deliver()).toBe(0);
    expect(shop.lines.join()).toMatch(told);
    shop.advance(1_000);
    while ((await shop.deliver()) > 0);

    expect(textsIn(received)).toEqual(['one', 'one', 'two']);
    expect(new Set(received.slice(0, 2).map(({ headers }) => headers['rolecall-delivery'])).size).toBe(1);
    expect(received[1]?.headers['rolecall-attempt']).toBe('2');
  });

  it('waits longer after each try, becomes a dead letter, lets the others go on, and can be tried anew', async () => {
    const { received, url } = await webhookServer(status(500), status(503), status(500));
    const shop = await channel({ url });
    await shop.send('one');
    await shop.send('two');
    await shop.deliver();
    shop.advance(1_000);
    await shop.deliver();
    shop.advance(1_999);
    expect(await shop.deliver()).toBe(0);
    shop.advance(1);
    await shop.deliver();
    expect(await shop.store.deliveries({ states: ['dead'] })).toMatchObject([
      { attempts: 3, lastError: expect.stringContaining('It answered 500.') },
    ]);
    await shop.deliver();
    expect(textsIn(received)).toEqual(['one', 'one', 'one', 'two']);

    await shop.store.decideDelivery(
      { conversation: shop.conversation, sequence: 1, index: 0 },
      'retry',
      '2026-03-02T09:00:00.000Z',
    );
    shop.advance(3_600_000);
    await shop.deliver();
    expect(await shop.states()).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ]);
  });

  it('of which the sender died comes again, to a receiver who knows it by its id', async () => {
    const { received, url } = await webhookServer();
    const shop = await channel({ url });
    await shop.send('one');
    // Somebody took it and was not heard of again.
    const at = '2026-03-02T08:00:00.000Z';
    await shop.store.claimDeliveries({ at, until: '2026-03-02T08:00:30.000Z', limit: 1 });
    expect(await shop.deliver()).toBe(0);
    shop.advance(30_000);
    await shop.deliver();
    expect(received).toHaveLength(1);
    expect(received[0]?.headers['rolecall-attempt']).toBe('2');
  });

  it('is made by one of many who deliver at the same moment', async () => {
    const { received, url } = await webhookServer();
    const shop = await channel({ url });
    for (const text of ['one', 'two', 'three']) await shop.send(text);
    for (let round = 0; round < 3; round++) await Promise.all([shop.deliver(), shop.deliver(), shop.deliver()]);
    expect(textsIn(received)).toEqual(['one', 'two', 'three']);
  });

  it('without a secret or a webhook is never sent unsigned, and says why', async () => {
    const { received, url } = await webhookServer();
    const unsigned = await channel({ url, attempts: 1 }, { secret: async () => undefined });
    await unsigned.send('one');
    await unsigned.deliver();
    expect((await unsigned.store.deliveries())[0]?.lastError).toContain('"hook" that signs is not set');
    const nowhere = await channel({ url }, { webhook: () => undefined });
    await nowhere.send('one');
    await nowhere.deliver();
    expect((await nowhere.store.deliveries())[0]).toMatchObject({ state: 'dead' });
    expect(received).toEqual([]);
  });

  it('of an event carries its name and payload', async () => {
    const { received, url } = await webhookServer();
    const shop = await channel({ url });
    await shop.send('order.cancelled', 'event');
    await shop.deliver();
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'event', event: 'order.cancelled', payload: {} });
  });
});
