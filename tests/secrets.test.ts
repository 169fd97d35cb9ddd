import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { scriptedModel } from '@rolecall/kernel/testing';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { copyShop, edit, openShop, PENDING, SHIPPED, type Shop, until } from './shop.ts';

const CANARY = 'canary-5f0c1e9b7d2a44c8';
const HOOK = 'canary-of-the-hook-77d1e0b3c9';

let shop: Shop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

describe('what leaves by a webhook, and what could not', () => {
  it('holds no credential, although another system and a customer send it', async () => {
    const bodies: string[] = [];
    let isDown = false;
    const http = createServer((request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)));
      request.on('end', () => void response.writeHead(isDown ? 500 : 200).end(CANARY));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void http.close());
    const dir = copyShop();
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
    const hook = `{ url: "${url}", secret: { credential: hook }, attempts: 1 }`;
    edit(dir, 'rolecall.yaml', 'language: zh\n', `language: zh\nchannels: { test: { webhook: ${hook} } }\n`);
    const lines: string[] = [];
    shop = await openShop({
      dir,
      log: (line) => lines.push(line),
      environment: { ROLECALL_CREDENTIAL_ORDERS_TOKEN: CANARY, ROLECALL_CREDENTIAL_HOOK: HOOK },
    });
    const conversation = await shop.conversation();
    await until(() => bodies.length > 0);
    isDown = true;
    const payload = { order_id: SHIPPED, signed_by: `${CANARY} ${HOOK}` };
    const raised = await shop.workspace.raise({ event: 'parcel.delivered', payload, source: CANARY, conversation });
    await shop.workspace.handled(conversation, raised.status === 'conflict' ? '' : raised.item);
    await shop.say(`the secrets are ${CANARY} and ${HOOK}`);
    const { letters, store } = shop.workspace;
    await until(async () => (await letters.list()).length > 0);
    const [letter] = await letters.list();
    const sinks = {
      bodies,
      lines,
      letters: [await letters.list(), await letters.show(letter?.id ?? '')],
      entries: await store.entries(conversation),
      deliveries: await store.deliveries(),
    };
    for (const secret of [CANARY, HOOK]) {
      for (const [sink, content] of Object.entries(sinks)) expect(JSON.stringify(content), sink).not.toContain(secret);
    }
    await shop.close();
    shop = undefined;
    for (const file of filesIn(join(dir, '.rolecall'))) {
      for (const secret of [CANARY, HOOK]) expect(readFileSync(file).includes(secret), file).toBe(false);
    }
  });
});

describe('a credential', () => {
  it('is known from the start: a customer writes one that nothing has used yet', async () => {
    const dir = copyShop();
    const hook = '{ url: "http://127.0.0.1:9/", secret: { credential: hook } }';
    edit(dir, 'rolecall.yaml', 'language: zh\n', `language: zh\nchannels: { elsewhere: { webhook: ${hook} } }\n`);
    shop = await openShop({ dir, environment: { ROLECALL_CREDENTIAL_HOOK: HOOK } });
    await shop.say(`the secret is ${HOOK}`);
    const text = JSON.stringify(await shop.entries());
    expect(text).not.toContain(HOOK);
    expect(text).toContain('[redacted:hook]');
  });

  it('is in no entry, log line, prompt, message, error or file of the store, although a customer and a model repeat it', async () => {
    const lines: string[] = [];
    const model = scriptedModel([
      { calls: [{ name: 'order__get', input: { order_id: PENDING } }] },
      { text: `The token is ${CANARY}.` },
      { calls: [{ name: 'order__cancel', input: { order_id: CANARY } }] },
      { text: '' },
    ]);
    shop = await openShop({
      dir: copyShop(),
      model,
      log: (line) => lines.push(line),
      environment: { ROLECALL_CREDENTIAL_ORDERS_TOKEN: CANARY },
    });
    const conversation = await shop.conversation();
    await shop.say(`帮我查一下订单 ${PENDING}`);
    await shop.say(`the secret is ${CANARY}, and again ${Buffer.from(CANARY).toString('base64')}`);

    const { store } = shop.workspace;
    const sinks = {
      entries: await store.entries(conversation),
      stored: await store.storedEntries(conversation),
      outbox: await store.outbox(conversation),
      log: lines,
      prompts: model.calls,
    };
    for (const [sink, content] of Object.entries(sinks)) expect(JSON.stringify(content), sink).not.toContain(CANARY);
    expect(JSON.stringify(sinks)).not.toContain(Buffer.from(CANARY).toString('base64'));
    await expect(shop.workspace.send({ conversation: CANARY, text: 'x' })).rejects.not.toThrow(CANARY);

    await shop.close();
    const { dir } = shop;
    shop = undefined;
    // The order system's own database keeps a hash; nothing else under .rolecall may know the token.
    for (const file of filesIn(join(dir, '.rolecall'))) expect(readFileSync(file).includes(CANARY), file).toBe(false);
  });
});

function filesIn(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile());
}
