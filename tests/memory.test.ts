import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory } from '@rolecall/kernel';
import { type ScriptedAnswer, scriptedModel } from '@rolecall/kernel/testing';
import { openMemoryAt } from '@rolecall/store';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyShop, ETHAN, edit, MEI_D, openShop, type Shop, sentIn } from './shop.ts';

/** Answers what the customer says, and looks into the memory when they ask what they said before. */
const answers: ScriptedAnswer = ({ prompt }) => {
  const last = prompt.at(-1);
  if (last?.role === 'tool') return `我查到了：${JSON.stringify(last.content)}`;
  const text = JSON.stringify(last?.content);
  return text.includes('之前') ? { calls: [{ name: 'memory_search', input: { query: text } }] } : '好的，记下了。';
};

async function open(dir = copyShop()): Promise<Shop> {
  const shop = await openShop({ dir, model: scriptedModel(answers) });
  onTestFinished(() => shop.close());
  return shop;
}

/** Says something on a channel of its own, which is a conversation of its own. */
async function sayOn(shop: Shop, channel: string, text: string, externalId = ETHAN): Promise<string> {
  const { workspace } = shop;
  const contact = await workspace.contact({ externalId, level: 'verified' });
  const { id } = await workspace.open({ contact: contact.id, employee: 'lin', channel });
  const accepted = await workspace.send({ conversation: id, text });
  if (!('item' in accepted)) throw new Error(accepted.status);
  await workspace.handled(id, accepted.item);
  return sentIn(await workspace.store.entries(id)).at(-1)?.text ?? '';
}

async function memoryOf(shop: Shop, externalId: string) {
  const file = join(shop.dir, '.rolecall', 'rolecall.sqlite');
  expect(existsSync(file)).toBe(true);
  const memories = await openMemoryAt({ kind: 'sqlite', file }, 'test@1.0.0');
  onTestFinished(() => memories.close());
  const contact = await shop.workspace.contact({ externalId, level: 'verified' });
  const scope = { kind: 'contact', id: contact.id } as const;
  return createMemory({
    storage: memories.for(shop.workspace.organisation),
    scope,
    clock: shop.workspace.clock,
    timeZone: 'UTC',
  });
}

describe('what an employee remembers of a customer', () => {
  it('is found in a later conversation, and by nobody else', async () => {
    const shop = await open();
    await sayOn(shop, 'first', '请把包裹放到东门的快递柜');
    const memory = await memoryOf(shop, ETHAN);
    await expect.poll(async () => (await memory.list()).length).toBe(1);

    expect(await sayOn(shop, 'second', '我之前说把包裹放到哪里？')).toContain('东门的快递柜');
    expect(await sayOn(shop, 'second', '我之前说把包裹放到哪里？', MEI_D)).not.toContain('东门');
    expect((await memory.list())[0]).toMatchObject({
      summary: { language: 'zh', writtenBy: 'extract' },
      original: { input: '请把包裹放到东门的快递柜', reply: '好的，记下了。' },
    });
  });

  it('is not found while it stands in the conversation', async () => {
    const shop = await open();
    await sayOn(shop, 'first', '请把包裹放到东门的快递柜');
    const memory = await memoryOf(shop, ETHAN);
    await expect.poll(async () => (await memory.list()).length).toBe(1);

    expect(await sayOn(shop, 'first', '我之前说把包裹放到哪里？')).not.toContain('东门的快递柜');
  });

  it('is nothing when the role pack writes no summaries', async () => {
    const dir = copyShop();
    edit(dir, 'role-packs/shop-concierge/manifest.json', '"summary": "on"', '"summary": "off"');
    const shop = await open(dir);
    await sayOn(shop, 'first', '请把包裹放到东门的快递柜');
    await shop.close();

    expect(await (await memoryOf(await open(dir), ETHAN)).list()).toEqual([]);
  });
});
