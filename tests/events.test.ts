import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openWorkspace, openWorkspaceDatabase, type Workspace } from '@rolecall/host';
import { type RunningServer, startServer } from '@rolecall/server';
import { openSqliteStore } from '@rolecall/store';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startPostgres } from '../packages/store/test/postgres-server.ts';
import { copyShop, ETHAN, edit, MEI_D, openShop, PENDING, SHIPPED, type Shop, sentIn, textOf, until } from './shop.ts';

const TOKEN = 'token-of-the-shops-own-backend';

let shop: Shop | undefined;
let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
  await shop?.close();
  [server, shop] = [undefined, undefined];
});

async function post(path: string, body: unknown, token: string | null = TOKEN) {
  const response = await fetch(`${server?.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown> & { error?: { code: string } },
  };
}

const delivered = (more: object = {}) => ({
  event: 'parcel.delivered',
  payload: { order_id: SHIPPED, signed_by: '门卫' },
  id: 'carrier-4711',
  source: 'carrier',
  externalId: ETHAN,
  employee: 'lin',
  ...more,
});

/** A real server that writes down what it gets. */
async function receiver(answers: number[] = []) {
  const received: Record<string, unknown>[] = [];
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const code = answers.shift() ?? 200;
      if (code === 200) received.push(JSON.parse(body));
      response.writeHead(code).end();
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  return { received, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` };
}

describe('an event from outside', () => {
  it('is told to the customer and kept as a fact, once however often it is sent', async () => {
    shop = await openShop();
    server = await startServer({ workspace: shop.workspace, port: 0, token: TOKEN });
    const conversation = await shop.conversation();
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/events', delivered())));

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(answers.map(({ body }) => body.status).sort()).toEqual(['accepted', 'duplicate', 'duplicate']);
    expect(new Set(answers.map(({ body }) => body.item)).size).toBe(1);
    await shop.workspace.handled(conversation, String(answers[0]?.body.item));
    expect(sentIn(await shop.entries()).filter(({ text }) => text.includes(`${SHIPPED} 已经送达`))).toHaveLength(1);
    const facts = (await shop.entries()).filter(({ kind }) => kind === 'employee.fact_set');
    expect(facts.map(({ data }) => [data.fact, data.value])).toEqual([
      ['order_id', SHIPPED],
      ['order_status', 'delivered'],
    ]);
    expect((await post('/api/events', delivered({ payload: { order_id: PENDING } }))).body.error?.code).toBe(
      'event_id_reused',
    );
  });

  it('opens a conversation where there is none, and reaches the next one by way of a closed one', async () => {
    shop = await openShop();
    server = await startServer({ workspace: shop.workspace, port: 0, token: TOKEN });
    await shop.workspace.contact({ externalId: MEI_D, level: 'verified' });
    const { body, status } = await post('/api/events', delivered({ externalId: MEI_D, channel: 'widget' }));
    expect(status).toBe(202);
    const conversation = String(body.conversation);
    expect(await shop.workspace.store.conversation(conversation)).toMatchObject({ channel: 'widget', employee: 'lin' });
    await shop.workspace.handled(conversation, String(body.item));
    const sent = sentIn(await shop.workspace.store.entries(conversation));
    expect(textOf(sent)).toMatch(/已经送达/);
    const again = await post('/api/events', {
      event: 'parcel.delivered',
      payload: { order_id: PENDING },
      conversation,
    });
    expect(again.body.conversation).toBe(conversation);
  });

  it.each([
    ['unknown', delivered({ event: 'parcel.delivred' }), 404, 'event_unknown'],
    ['the engine’s own', delivered({ event: 'sys_silence', payload: {} }), 403, 'event_reserved'],
    ['a task’s own', delivered({ event: 'order.cancelled', payload: {} }), 403, 'event_reserved'],
    ['incomplete', delivered({ payload: {} }), 422, 'event_payload_invalid'],
    ['malformed', delivered({ payload: { order_id: 4711 } }), 422, 'event_payload_invalid'],
    ['about nobody', delivered({ externalId: 'nobody' }), 404, 'contact_unknown'],
    ['for nobody', delivered({ employee: 'lim' }), 404, 'employee_unknown'],
    ['without an address', { event: 'parcel.delivered' }, 400, 'body_invalid'],
    [
      'for a conversation that is not there',
      { event: 'parcel.delivered', conversation: 'conv_x' },
      404,
      'conversation_unknown',
    ],
  ])('that is %s is refused', async (_, body, status, code) => {
    shop = await openShop();
    server = await startServer({ workspace: shop.workspace, port: 0, token: TOKEN });
    await shop.conversation();
    const answer = await post('/api/events', body);
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect(JSON.stringify(answer.body)).not.toContain('[object');
    expect((await post('/api/events', delivered(), null)).status).toBe(401);
  });

  it('that nothing of the employee listens to is refused', async () => {
    const dir = copyShop();
    edit(dir, 'assets/tasks/order-service.yaml', /\n {2}subscribes:[^\n]*\n[^\n]*/, '\n  subscribes: []');
    edit(
      dir,
      'assets/tasks/order-service.yaml',
      'emits: [order.cancelled]',
      'emits: [order.cancelled, parcel.delivered]',
    );
    edit(dir, 'assets/replies/shop-replies.yaml', /\n {2}parcel\.delivered:\n[^\n]*\n[^\n]*/, '');
    shop = await openShop({ dir });
    await shop.conversation();
    await expect(shop.workspace.raise(delivered())).rejects.toMatchObject({ code: 'event_unheard' });
  });

  it('that was accepted by a process which then died is handled by the next, once', async () => {
    const dir = copyShop();
    const api = await openWorkspace(dir, { role: 'api' });
    await api.contact({ externalId: ETHAN, level: 'verified' });
    const accepted = await api.raise({ ...delivered(), channel: 'test' });
    await api.close();
    expect(accepted.status).toBe('accepted');

    shop = await openShop({ dir });
    const told = async () => sentIn(await (shop as Shop).entries()).filter(({ text }) => text.includes('已经送达'));
    await until(async () => (await told()).length > 0);
    expect(await shop.workspace.raise({ ...delivered(), channel: 'test' })).toMatchObject({ status: 'duplicate' });
    expect(await told()).toHaveLength(1);
  });
});

describe('a channel with a webhook', () => {
  it('gets everything that is said, in order and once, through failures; others get the events that are for them', async () => {
    const widget = await receiver([500, 200, 503]);
    const crm = await receiver();
    const dir = copyShop();
    edit(
      dir,
      'rolecall.yaml',
      'language: zh\n',
      `language: zh
channels: { test: { webhook: { url: "${widget.url}", secret: { credential: widget_hook } } } }
events: { webhooks: { crm: { url: "${crm.url}", secret: { credential: crm_hook }, events: [order.cancelled] } } }
`,
    );
    shop = await openShop({
      dir,
      environment: {
        ROLECALL_CREDENTIAL_WIDGET_HOOK: 'a-secret-for-the-widget',
        ROLECALL_CREDENTIAL_CRM_HOOK: 'a-secret-for-the-crm',
      },
    });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    await shop.say('确认');
    const said = sentIn(await shop.entries()).map(({ text }) => text);
    await until(() => widget.received.length === said.length && crm.received.length === 1);

    expect(widget.received.map(({ message }) => (message as { text: string }).text)).toEqual(said);
    expect(widget.received[0]).toMatchObject({
      type: 'message',
      channel: 'test',
      employee: 'lin',
      contact: { externalId: ETHAN },
    });
    expect(crm.received[0]).toMatchObject({ type: 'event', event: 'order.cancelled', payload: { order_id: PENDING } });
    await until(async () => (await (shop as Shop).workspace.store.deliveries({ states: ['waiting'] })).length === 0);
    expect(await shop.workspace.letters.list()).toEqual([]);
  });

  it('that answers no more leaves a dead letter, which is tried anew when a person says so', async () => {
    const widget = await receiver([500]);
    const dir = copyShop();
    edit(
      dir,
      'rolecall.yaml',
      'language: zh\n',
      `language: zh\nchannels: { test: { webhook: { url: "${widget.url}", secret: { credential: widget_hook }, attempts: 1 } } }\n`,
    );
    shop = await openShop({ dir, environment: { ROLECALL_CREDENTIAL_WIDGET_HOOK: 'a-secret-for-the-widget' } });
    await shop.conversation();
    const { letters } = shop.workspace;
    await until(async () => (await letters.list()).length > 0);
    const [letter] = await letters.list();
    expect(letter).toMatchObject({ kind: 'outbox', state: 'dead', what: 'channel:test', attempts: 1 });
    expect((await letters.show(letter?.id ?? '')).content.text).toMatch(/您好/);
    await letters.retry(letter?.id ?? '');
    await until(() => widget.received.length === 1);
    expect(await letters.list()).toEqual([]);
    await expect(letters.drop(letter?.id ?? '')).rejects.toMatchObject({ code: 'letter_unknown' });
  });
});

describe('a customer who falls silent', () => {
  it('is asked once after the declared time, also when the process was restarted meanwhile', async () => {
    const dir = copyShop();
    edit(
      dir,
      'assets/business/shop-service.yaml',
      'task_installations:',
      'silence: { after: [2h] }\ntask_installations:',
    );
    edit(dir, 'assets/replies/shop-replies.yaml', 'hard_templates:\n', 'hard_templates:\n  sys_silence: 您还在吗？\n');
    let offset = 0;
    const clock = { now: () => Date.now() + offset };
    shop = await openShop({ dir, clock });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    const conversation = await shop.conversation();
    await shop.close();

    offset = 2 * 3_600_000 + 1_000;
    shop = await openShop({ dir, clock });
    const { store } = shop.workspace;
    const asked = async () =>
      sentIn(await store.entries(conversation)).filter(({ text }) => text.includes('您还在吗？')).length;
    await until(async () => (await asked()) === 1);
    offset += 24 * 3_600_000;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await asked()).toBe(1);
  });
});

describe('a message that cannot be handled', () => {
  it('is set aside after some tries, holds nothing back, is answered, and can be tried anew', async () => {
    let isBroken = true;
    const dir = copyShop();
    const workspace = await openWorkspace(dir, {
      openStore: async (options) => {
        const store = await openSqliteStore({ ...options, file: join(dir, 'shop.sqlite'), organisation: 'shop' });
        const poisoned = (entries: readonly { readonly data: object }[]) =>
          isBroken && entries.length === 2 && JSON.stringify(entries).includes('poison');
        return {
          ...store,
          close: () => store.close(),
          rebuildProjections: () => store.rebuildProjections(),
          for: (organisation) => {
            const ports = store.for(organisation);
            return {
              ...ports,
              commit: async (commit) => {
                if (poisoned(commit.entries)) throw new Error('the projection fails');
                return ports.commit(commit);
              },
            };
          },
        };
      },
    });
    onTestFinished(() => workspace.close());
    const contact = await workspace.contact({ externalId: ETHAN, level: 'verified' });
    const { id } = await workspace.open({ contact: contact.id, employee: 'lin', channel: 'test' });
    await workspace.send({ conversation: id, text: 'poison' });
    const next = await workspace.send({ conversation: id, text: '你好' });
    // What is held back between two tries, longer each time, is held back for a twentieth of that.
    vi.useFakeTimers({ toFake: ['performance'] });
    const hurry = setInterval(() => vi.advanceTimersByTime(1_000), 50);
    onTestFinished(() => {
      clearInterval(hurry);
      vi.useRealTimers();
    });
    await workspace.handled(id, next.status === 'conflict' ? '' : next.item, 60_000);

    const [letter] = await workspace.letters.list();
    expect(letter).toMatchObject({ kind: 'inbox', what: 'message', conversation: id, attempts: 6, state: 'dead' });
    expect(letter?.lastError).toContain('the projection fails');
    expect(textOf(sentIn(await workspace.store.entries(id)))).toMatch(/went wrong while I was handling your message/);

    isBroken = false;
    const before = (await workspace.store.entries(id)).length;
    await workspace.letters.retry(letter?.id ?? '');
    await workspace.handled(id, letter?.id ?? '');
    expect(sentIn((await workspace.store.entries(id)).slice(before))).toHaveLength(1);
    expect(await workspace.letters.list()).toEqual([]);
  });
});

describe('sys_first_seen_contact', () => {
  const CONTACTS = 3;
  /** Each process reads the workspace's sources anew, on however busy a machine. */
  const PATIENT_MS = 240_000;

  /** Several processes open the same conversations with two employees at one moment; answers what was raised and sent in all. */
  async function race(dir: string, environment: Record<string, string>) {
    const second = readFileSync(join(dir, 'employees/lin.yaml'), 'utf8').replace('id: lin', 'id: mo');
    writeFileSync(join(dir, 'employees/mo.yaml'), second);
    const children: ChildProcess[] = [1, 2, 3].map(() =>
      spawn(process.execPath, [join(import.meta.dirname, 'greeting-process.ts'), dir, 'lin,mo', String(CONTACTS)], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, ...environment },
      }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0]);
    const workspace: Workspace = await openWorkspace(dir, {
      work: false,
      environment: { ...process.env, ...environment },
    });
    onTestFinished(() => workspace.close());
    const raised: string[] = [];
    let greetings = 0;
    for (const { id, contact, channel } of await workspace.store.conversations()) {
      const entries = await workspace.store.entries(id);
      for (const { data } of entries.filter(({ data: each }) => each.event === 'sys_first_seen_contact')) {
        expect(data.payload).toMatchObject({ contact, channel });
        raised.push(`${contact} ${channel}`);
      }
      greetings += sentIn(entries).filter(({ kind }) => kind === 'greeting').length;
    }
    return { raised, greetings };
  }

  it(
    'is raised exactly once for each contact and channel by several processes on one file',
    async () => {
      const { raised, greetings } = await race(copyShop(), {});
      expect(raised).toHaveLength(CONTACTS * 2);
      expect(new Set(raised).size).toBe(CONTACTS * 2);
      expect(greetings).toBe(CONTACTS * 2);
    },
    PATIENT_MS,
  );

  it(
    'is raised exactly once for each contact and channel by several processes on PostgreSQL',
    async () => {
      const postgres = await startPostgres();
      onTestFinished(() => postgres.stop());
      const dir = copyShop();
      const schema = `greet_${Date.now()}`;
      edit(
        dir,
        'rolecall.yaml',
        'language: zh\n',
        `language: zh\ndatabase: { url_env: GREETINGS_URL, schema: ${schema} }\n`,
      );
      const environment = { GREETINGS_URL: postgres.url };
      await openWorkspaceDatabase(dir, environment).migrate();
      const { raised, greetings } = await race(dir, environment);
      expect(raised).toHaveLength(CONTACTS * 2);
      expect(new Set(raised).size).toBe(CONTACTS * 2);
      expect(greetings).toBe(CONTACTS * 2);
    },
    PATIENT_MS,
  );
});
