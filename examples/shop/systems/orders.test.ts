import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, SdkErrorCode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const SERVER = join(import.meta.dirname, 'orders.ts');
const TOKEN = 'a-token-for-this-test';
const PENDING = '#W9911714';
const CANCEL = { order_id: PENDING, reason: 'no longer needed', request_id: 'op_1' };

let folder: string;
let clients: Client[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orders-'));
  clients = [];
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  rmSync(folder, { recursive: true });
});

describe('reading', () => {
  test('the first start makes the database in the working directory, from the fixture', async () => {
    const result = await ask(await connect(), 'list_orders', { user_id: 'ethan_garcia_1261' });
    expect(result.value).toEqual({
      orders: [
        expect.objectContaining({ order_id: '#W4967593', status: 'processed', total: 2851.82 }),
        expect.objectContaining({ order_id: '#W5733668', status: 'processed', total: 776.51 }),
        expect.objectContaining({ order_id: '#W9911714', status: 'pending', total: 671.66 }),
      ],
    });
    expect(existsSync(join(folder, '.rolecall/systems/orders.sqlite'))).toBe(true);
  });

  test('an order comes with items, payments, parcels, address and note', async () => {
    const result = await ask(await connect(), 'get_order_details', { order_id: '#W4967593' });
    expect(result.isError).toBe(false);
    expect(result.value).toMatchObject({
      user_id: 'ethan_garcia_1261',
      customer_name: 'Ethan Garcia',
      status: 'processed',
      payment_history: [{ transaction_type: 'payment', amount: 2851.82, payment_method_id: 'gift_card_4332117' }],
      tracking: ['663395959263'],
      address: '667 Highland Drive, Suite 865, Denver, CO 80280, USA',
      note: expect.stringContaining('#W9911714'),
    });
    expect((result.value as { items: unknown[] }).items[0]).toEqual({
      item_id: expect.any(String),
      name: 'Office Chair',
      price: expect.any(Number),
      options: expect.any(Object),
    });
  });

  test.each([
    ['list_orders', { user_id: 'nobody_0000' }, 'user_not_found'],
    ['get_order_details', { order_id: '#W0000000' }, 'order_not_found'],
  ])('%s of what does not exist is an error with its code', async (tool, args, code) => {
    const result = await ask(await connect(), tool, args);
    expect(result).toMatchObject({ isError: true, value: { error: code } });
  });

  test('an argument that the tool does not have is an error', async () => {
    const result = await ask(await connect(), 'get_order_details', { order_id: PENDING, as: 'admin' });
    expect(result.isError).toBe(true);
  });

  test('tools declare what they do', async () => {
    const { tools } = await (await connect()).listTools();
    const hints = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations?.readOnlyHint]));
    expect(hints).toEqual({ list_orders: true, get_order_details: true, cancel_pending_order: false });
    expect(tools.every((tool) => tool.outputSchema !== undefined)).toBe(true);
  });

  test.each(['legacy', 'auto'] as const)('the protocol revision of a client in mode %s is spoken', async (mode) => {
    const client = await connect({ mode });
    expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy');
    expect((await ask(client, 'get_order_details', { order_id: PENDING })).isError).toBe(false);
  });
});

describe('cancelling', () => {
  test('changes the order and books the refund', async () => {
    const result = await ask(await connect(), 'cancel_pending_order', { ...CANCEL, user_id: 'ethan_garcia_1261' });
    expect(result.value).toMatchObject({
      order_id: PENDING,
      status: 'cancelled',
      refund_amount: 671.66,
      refunds: [{ payment_method_id: 'paypal_3798357', amount: 671.66, arrives: 'in 5 to 7 business days' }],
    });
    expect(stored('SELECT status, cancel_reason FROM orders WHERE order_id = ?', PENDING)).toEqual([
      { status: 'cancelled', cancel_reason: 'no longer needed' },
    ]);
    expect(
      stored('SELECT transaction_type, amount_cents FROM payments WHERE order_id = ? ORDER BY position', PENDING),
    ).toEqual([
      { transaction_type: 'payment', amount_cents: 67166 },
      { transaction_type: 'refund', amount_cents: 67166 },
    ]);
  });

  test('raises the balance of a gift card at once', async () => {
    const order = { order_id: '#W8193638', reason: 'ordered by mistake', request_id: 'op_2' };
    const result = await ask(await connect(), 'cancel_pending_order', order);
    expect(result.value).toMatchObject({ refunds: [{ arrives: 'immediately', amount: 1436.31 }] });
    const balance = stored('SELECT balance_cents FROM payment_methods WHERE id = ?', 'gift_card_1776915');
    expect(balance).toEqual([{ balance_cents: 8900 + 143631 }]);
  });

  test('the same request id gives the first answer again, also after a restart, and changes nothing', async () => {
    const first = await ask(await connect(), 'cancel_pending_order', CANCEL);
    const second = await ask(await connect(), 'cancel_pending_order', CANCEL);
    expect(second).toEqual(first);
    expect(stored('SELECT COUNT(*) AS n FROM payments WHERE order_id = ?', PENDING)).toEqual([{ n: 2 }]);
  });

  test('a request id cannot be used for something else', async () => {
    const client = await connect();
    await ask(client, 'cancel_pending_order', CANCEL);
    const result = await ask(client, 'cancel_pending_order', { ...CANCEL, order_id: '#W8193638' });
    expect(result).toMatchObject({ isError: true, value: { error: 'request_id_reused' } });
    expect(stored('SELECT status FROM orders WHERE order_id = ?', '#W8193638')).toEqual([{ status: 'pending' }]);
  });

  test.each([
    ['a delivered order', { ...CANCEL, order_id: '#W7678072' }, 'not_pending'],
    ["another customer's order", { ...CANCEL, user_id: 'noah_brown_6181' }, 'not_owner'],
    ['an order that does not exist', { ...CANCEL, order_id: '#W0000000' }, 'order_not_found'],
  ])('refuses %s and changes nothing', async (_, args, code) => {
    const client = await connect();
    const before = snapshot();
    const result = await ask(client, 'cancel_pending_order', args);
    expect(result).toMatchObject({ isError: true, value: { error: code } });
    expect(snapshot()).toEqual(before);
  });

  test('refuses a reason that is not one', async () => {
    const result = await ask(await connect(), 'cancel_pending_order', { ...CANCEL, reason: 'bored' });
    expect(result.isError).toBe(true);
  });

  test('two processes at once cancel once', async () => {
    const [left, right] = [await connect(), await connect()];
    const results = await Promise.all([
      ask(left, 'cancel_pending_order', CANCEL),
      ask(right, 'cancel_pending_order', { ...CANCEL, request_id: 'op_other' }),
    ]);
    expect(results.filter((result) => !result.isError)).toHaveLength(1);
    expect(stored('SELECT COUNT(*) AS n FROM payments WHERE order_id = ?', PENDING)).toEqual([{ n: 2 }]);
  });
});

describe('access', () => {
  test('another token than the one at creation is refused, for reads and writes', async () => {
    await connect();
    const stranger = await connect({ token: 'some-other-token' });
    for (const [tool, args] of [
      ['list_orders', { user_id: 'ethan_garcia_1261' }],
      ['get_order_details', { order_id: PENDING }],
      ['cancel_pending_order', CANCEL],
    ] as const) {
      expect(await ask(stranger, tool, args)).toMatchObject({ isError: true, value: { error: 'unauthorized' } });
    }
  });

  test('without a token everything is refused and no database is made', async () => {
    const result = await ask(await connect({ token: '' }), 'get_order_details', { order_id: PENDING });
    expect(result).toMatchObject({ isError: true, value: { error: 'unauthorized' } });
    expect(existsSync(join(folder, '.rolecall'))).toBe(false);
  });

  test('the token itself is not in the file', async () => {
    await connect();
    expect(readFileSync(join(folder, '.rolecall/systems/orders.sqlite')).includes(TOKEN)).toBe(false);
  });

  test('--reset restores the beginning, under the token set then', async () => {
    await ask(await connect(), 'cancel_pending_order', CANCEL);
    execFileSync(process.execPath, [SERVER, '--reset'], { cwd: folder, env: { ORDERS_TOKEN: 'a-new-token' } });
    const result = await ask(await connect({ token: 'a-new-token' }), 'get_order_details', { order_id: PENDING });
    expect(result.value).toMatchObject({ status: 'pending' });
  });

  test('another database file can be named', async () => {
    const file = join(folder, 'elsewhere/orders.sqlite');
    await connect({ env: { ORDERS_DATABASE: file } });
    expect(existsSync(file)).toBe(true);
  });
});

describe('faults', () => {
  test.each([
    ['die_before_write', 'pending'],
    ['die_after_write', 'cancelled'],
  ])('%s: the connection is lost and the order is %s', async (fault, status) => {
    const client = await connect({ fault });
    await expect(ask(client, 'cancel_pending_order', CANCEL)).rejects.toMatchObject({
      code: SdkErrorCode.ConnectionClosed,
    });
    expect(stored('SELECT status FROM orders WHERE order_id = ?', PENDING)).toEqual([{ status }]);
  });

  test('hang_after_write: the order is cancelled and nobody says so', async () => {
    const client = await connect({ fault: 'hang_after_write' });
    const given = new AbortController();
    const call = client.callTool({ name: 'cancel_pending_order', arguments: CANCEL }, { signal: given.signal });
    const ended = call.then(
      () => 'answered',
      () => 'given up',
    );
    await vi.waitFor(() =>
      expect(stored('SELECT status FROM orders WHERE order_id = ?', PENDING)).toEqual([{ status: 'cancelled' }]),
    );
    // A second answer behind the first one's back shows that the server lives and has passed the write.
    expect((await ask(client, 'get_order_details', { order_id: PENDING })).value).toMatchObject({
      status: 'cancelled',
    });
    given.abort('the caller gives up');
    expect(await ended).toBe('given up');
  });

  test('a fault happens once', async () => {
    const client = await connect({ fault: 'die_before_write' });
    await ask(client, 'cancel_pending_order', CANCEL).catch(() => undefined);
    expect(existsSync(faultFile())).toBe(false);
    const again = await ask(await connect(), 'cancel_pending_order', CANCEL);
    expect(again.value).toMatchObject({ status: 'cancelled' });
  });
});

test('it ends when its input ends, and says nothing on its error output', async () => {
  const child = spawn(process.execPath, [SERVER], { cwd: folder, env: { ORDERS_TOKEN: TOKEN }, stdio: 'pipe' });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  child.stdin.end();
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, said }).toEqual({ code: 0, said: '' });
});

interface Connection {
  readonly token?: string;
  readonly mode?: 'legacy' | 'auto';
  readonly fault?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function connect({ token = TOKEN, mode = 'legacy', fault, env = {} }: Connection = {}): Promise<Client> {
  if (fault !== undefined) writeFileSync(faultFile(), `${fault}\n`);
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  clients.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [SERVER],
      cwd: folder,
      env: { ORDERS_TOKEN: token, ORDERS_FAULT_FILE: faultFile(), ...env },
    }),
  );
  return client;
}

async function ask(client: Client, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args });
  const [block] = result.content;
  const text = block?.type === 'text' ? block.text : '';
  return { isError: result.isError === true, value: result.structuredContent ?? parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function faultFile(): string {
  return join(folder, 'fault');
}

/** Reads behind the server's back, in a process that is not the server's. */
function stored(sql: string, ...values: string[]): unknown[] {
  const database = new DatabaseSync(join(folder, '.rolecall/systems/orders.sqlite'), { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all(...values)
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

function snapshot(): unknown[] {
  return ['orders', 'payments', 'payment_methods', 'requests'].map((table) => stored(`SELECT * FROM ${table}`));
}
