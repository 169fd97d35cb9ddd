import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel } from '@rolecall/kernel/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { copyShop, openShop, PENDING, type Shop } from './shop.ts';

const CANARY = 'canary-5f0c1e9b7d2a44c8';

let shop: Shop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

describe('a credential', () => {
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
