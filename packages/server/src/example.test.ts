import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace, type Workspace } from '@rolecall/host';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from './start-server.ts';
import { readEvents } from './testing/test-server.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TOKEN = 'test-token-of-the-trusted-backend';
const CUSTOMER = 'sofia_rossi_8776';

/** The whole way, on the real example: its files, its order system, its store. */
describe('the example over HTTP', () => {
  let dir: string;
  let workspace: Workspace;
  let server: RunningServer;
  let token: string;
  let conversation: string;

  beforeAll(async () => {
    const parent = join(ROOT, 'test-output', 'workspaces');
    mkdirSync(parent, { recursive: true });
    dir = mkdtempSync(join(parent, 'server-'));
    const isSource = (path: string): boolean => !/\/(\.rolecall|node_modules|rolecall\.lock)$/.test(path);
    cpSync(join(ROOT, 'examples/shop'), dir, { recursive: true, filter: isSource });
    workspace = await openWorkspace(dir);
    server = await startServer({ workspace, port: 0, token: TOKEN, pageCustomers: workspace.page.customers });
    token = (await post('/api/page/sessions', { externalId: CUSTOMER }, null)).body.token;
    conversation = (await post('/api/conversations', { employee: 'lin' })).body.id;
  });
  afterAll(async () => {
    await server.close();
    await workspace.close();
    rmSync(dir, { recursive: true });
  });

  // biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer whose shape it is testing
  async function post(path: string, body: unknown, as: string | null = token): Promise<{ status: number; body: any }> {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(as === null ? {} : { authorization: `Bearer ${as}` }) },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  /** What the employee says next, as the event stream tells it. */
  async function nextReplies(after: number, item?: string) {
    const response = await fetch(`${server.url}/api/conversations/${conversation}/events?after=${after}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const replies: { readonly kind: string; readonly text: string; readonly operation: string | null }[] = [];
    for await (const { event, data } of readEvents(response)) {
      if (event !== 'entry') continue;
      const entry = JSON.parse(data ?? '');
      if (entry.kind === 'employee.replied') replies.push(entry.data);
      if (entry.kind !== 'employee.round_ended' || (item !== undefined && entry.data.item !== item)) continue;
      return { replies, sequence: entry.sequence as number };
    }
    throw new Error('The stream ended early.');
  }

  test('a customer is greeted, asks, confirms by the button, and is told from the receipt', async () => {
    const greeting = await nextReplies(0);
    expect(greeting.replies.map(({ kind }) => kind)).toEqual(['greeting']);

    const path = `/api/conversations/${conversation}`;
    const asked = await post(`${path}/messages`, { text: '我要取消订单 #W5918442，不想要了' });
    expect(asked.status).toBe(202);
    const notice = await nextReplies(greeting.sequence, asked.body.item);
    expect(notice.replies.map(({ kind }) => kind)).toEqual(['notice']);

    const { operation } = notice.replies[0] ?? {};
    const pressed = await post(`${path}/confirmations`, { operation, button: 'confirm' });
    expect(pressed.status).toBe(202);
    const told = await nextReplies(notice.sequence, pressed.body.item);
    expect(told.replies.map(({ text }) => text).join()).toContain('W5918442');

    const trace = await fetch(`${server.url}${path}/trace`, { headers: { authorization: `Bearer ${token}` } });
    const { rounds } = (await trace.json()) as {
      rounds: { entries: { kind: string; data: Record<string, unknown> }[] }[];
    };
    const kinds = rounds.at(-1)?.entries.map(({ kind }) => kind) ?? [];
    for (const kind of ['gate.decision', 'gate.executing', 'gate.call_ended']) expect(kinds).toContain(kind);
  });

  test('a backend writes for a contact of its own, and the same key twice is one message', async () => {
    await post('/api/contacts', { externalId: 'olivia_ito_3591', level: 'verified' }, TOKEN);
    const { body } = await post('/api/conversations', { externalId: 'olivia_ito_3591', employee: 'lin' }, TOKEN);
    const send = () =>
      fetch(`${server.url}/api/conversations/${body.id}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', 'idempotency-key': 'k-1' },
        body: JSON.stringify({ text: '帮我查一下订单 #W5442520' }),
      }).then((response) => response.json() as Promise<{ item: string; status: string }>);
    const [first, second] = await Promise.all([send(), send()]);
    expect(second.item).toBe(first.item);
    expect(new Set([first.status, second.status])).toEqual(new Set(['accepted', 'duplicate']));
    await workspace.handled(body.id, first.item);
    const received = (await workspace.store.entries(body.id)).filter(
      ({ kind }) => kind === 'employee.message_received',
    );
    expect(received).toHaveLength(1);
  });

  test("another customer's conversation does not exist for the page", async () => {
    const [other] = await workspace.store.conversations({ employee: 'lin', limit: 1 });
    expect(other?.id).not.toBe(conversation);
    const answer = await post(`/api/conversations/${other?.id}/messages`, { text: 'hello' });
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'conversation_unknown' } } });
  });

  test('a message that is too long is refused with advice', async () => {
    const answer = await post(`/api/conversations/${conversation}/messages`, { text: 'x'.repeat(20_001) });
    expect(answer).toMatchObject({
      status: 413,
      body: { error: { code: 'message_too_long', hint: expect.any(String) } },
    });
  });

  test('what the workspace offers is told to the page before it signs in', async () => {
    const response = await fetch(`${server.url}/api/workspace`);
    const info = (await response.json()) as {
      employees: { examples: { zh: string[] } }[];
      page: { customers: unknown[] };
    };
    expect(info.employees[0]?.examples.zh).toHaveLength(3);
    expect(info.page.customers).toHaveLength(workspace.page.customers.length);
  });
});
