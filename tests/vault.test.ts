import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { scriptedModel } from '@rolecall/kernel/testing';
import { type RunningServer, startServer } from '@rolecall/server';
import { runCli } from 'rolecall';
import { afterEach, expect, it } from 'vitest';
import { copyShop, edit, openShop, PENDING, type Shop, textOf } from './shop.ts';

const FIRST = 'canary-the-first-5f0c1e9b7d2a';
const SECOND = 'canary-the-second-77d1e0b3c9a4';
const TOKEN = 'token-of-the-shops-own-backend';
const VAULT =
  'credentials: { sources: [{ from: vault, path: .rolecall/vault.json, key: { from: file, path: keys/vault.key } }] }\n';

let shop: Shop | undefined;
let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
  await shop?.close();
  [server, shop] = [undefined, undefined];
});

/** Runs the command line in this process and keeps all that it has said. */
async function rolecall(dir: string, said: string[], argv: readonly string[], input = ''): Promise<number> {
  return runCli([...argv, '--workspace', dir], {
    out: (line) => void said.push(line),
    err: (line) => void said.push(line),
    input: new PassThrough().end(input),
    output: new PassThrough().resume(),
    env: { LANG: 'C', PATH: process.env.PATH },
    cwd: dir,
    isTerminal: false,
    stopping: new AbortController().signal,
  });
}

async function ask(said: string[], path: string, body?: unknown): Promise<number> {
  const response = await fetch(`${server?.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // Also what an error repeats of its request.
  said.push(`${JSON.stringify([...response.headers])} ${await response.text()}`);
  return response.status;
}

it('a secret from the vault reaches its server and no sink, before and after it is rotated under a running workspace', async () => {
  const dir = copyShop();
  edit(dir, 'rolecall.yaml', 'language: zh\n', `language: zh\n${VAULT}`);
  const cli: string[] = [];
  expect(await rolecall(dir, cli, ['credentials', 'rekey', '--generate'])).toBe(0);
  expect(await rolecall(dir, cli, ['credentials', 'set', 'orders_token'], FIRST)).toBe(0);

  const log: string[] = [];
  const model = scriptedModel([
    { calls: [{ name: 'order__get', input: { order_id: PENDING } }] },
    { text: `好的 ${FIRST}` },
    { calls: [{ name: 'order__get', input: { order_id: PENDING } }] },
    { text: `好的 ${FIRST} ${SECOND}` },
    { calls: [{ name: 'order__get', input: { order_id: SECOND } }] },
    { text: '好的' },
    ...Array.from({ length: 10 }, () => ({ text: '好的' })),
  ]);
  shop = await openShop({ dir, model, log: (line) => log.push(line) });
  server = await startServer({ workspace: shop.workspace, port: 0, token: TOKEN, log: (line) => log.push(line) });
  const conversation = await shop.conversation();
  await shop.say(`帮我查一下订单 ${PENDING}，密钥是 ${FIRST}`);
  const [before] = shop.workspace.servers();
  expect(before).toMatchObject({ status: 'up', starts: 1 });

  expect(await rolecall(dir, cli, ['credentials', 'rotate', 'orders_token'], SECOND)).toBe(0);
  await shop.say(`再查一下订单 ${PENDING}`);
  const [after] = shop.workspace.servers();
  // Nobody has restarted anything: the next call made a connection of its own with the new value.
  expect(after?.starts).toBe(2);
  await shop.say(`两个密钥是 ${FIRST} 和 ${SECOND}，还有 ${Buffer.from(SECOND).toString('base64')}`);

  const http: string[] = [];
  expect(await ask(http, `/conversations/${conversation}/messages`, { text: SECOND })).toBe(202);
  expect(await ask(http, `/conversations/${conversation}/messages`, { [SECOND]: FIRST })).toBe(400);
  await ask(http, `/conversations/${SECOND}/messages`, { text: 'x' });
  await ask(http, '/events', { event: SECOND, payload: { order_id: FIRST }, conversation });
  for (const path of [
    '/workspace',
    '/servers',
    '/desk',
    '/letters',
    `/letters/${SECOND}`,
    '/conversations',
    `/conversations/${conversation}`,
    `/conversations/${conversation}/trace`,
    `/conversations/${FIRST}/trace`,
    `/explain?employee=lin&capability=order:get&args=${encodeURIComponent(JSON.stringify({ order_id: SECOND }))}`,
  ]) {
    expect(await ask(http, path), path).toBeLessThan(500);
  }
  const whole = join(dir, 'whole.jsonl');
  for (const argv of [
    ['trace', '--json'],
    ['trace', conversation],
    ['journal', 'verify'],
    ['desk', '--json'],
    ['letters', 'list', '--json'],
    ['check', '--json'],
    ['check', '--sarif'],
    ['explain', 'order:get'],
    ['db', 'status'],
    ['db', 'export', whole],
    ['credentials', 'list'],
    ['credentials', 'list', '--json'],
    ['credentials', 'where', 'orders_token'],
    ['credentials', 'set', 'orders_token'],
    ['mcp', 'list', '--json'],
    ['mcp', 'inspect', 'orders'],
    ['mcp', 'call', 'orders', 'get_order_details', '--args', JSON.stringify({ order_id: SECOND })],
  ]) {
    await rolecall(dir, cli, argv, SECOND);
  }

  const { store } = shop.workspace;
  const sinks = {
    entries: await store.entries(conversation),
    stored: await store.storedEntries(conversation),
    inbox: await store.inbox(conversation),
    outbox: await store.outbox(conversation),
    facts: await store.facts(),
    log,
    prompts: model.calls,
    http,
    cli,
  };
  expect(cli.join('\n')).toContain('credential_exists');
  expect(textOf(await shop.say('谢谢'))).not.toBe('');
  for (const [sink, content] of Object.entries(sinks)) {
    for (const secret of [FIRST, SECOND, Buffer.from(SECOND).toString('base64')]) {
      expect(JSON.stringify(content).includes(secret), sink).toBe(false);
    }
  }

  await server.close();
  await shop.close();
  [server, shop] = [undefined, undefined];
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name));
  expect(files).toContain(whole);
  for (const file of files.filter((path) => !path.includes('node_modules') && statSync(path).isFile())) {
    for (const secret of [FIRST, SECOND]) expect(readFileSync(file).includes(secret), file).toBe(false);
  }
});
