import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory } from '@rolecall/kernel';
import { type ScriptedAnswer, scriptedModel } from '@rolecall/kernel/testing';
import { startOpenAiWireServer, type WireAnswer } from '@rolecall/models/testing';
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

describe('the summary that a model behind an HTTP provider writes', () => {
  /** The example with such a model; `summary` is what it answers when it is asked for one. */
  async function openWith(summary: WireAnswer) {
    const asked: string[] = [];
    const server = await startOpenAiWireServer({
      script: ({ body }) => {
        const text = JSON.stringify(body);
        if (!text.includes('记忆摘要')) return { kind: 'reply', text: '好的，记下了。' };
        asked.push(text);
        return summary;
      },
    });
    onTestFinished(() => server.close());
    const dir = copyShop();
    edit(dir, 'employees/lin.yaml', 'model: builtin/matcher', 'model: local-wire/test-model');
    const provider = `{ base_url: '${server.baseUrl}', api_key_env: WIRE_KEY }`;
    edit(dir, 'rolecall.yaml', 'language: zh', `language: zh\nmodels: { providers: { local-wire: ${provider} } }`);
    const shop = await openShop({ dir, environment: { WIRE_KEY: 'wire-key-0123456789' } });
    onTestFinished(() => shop.close());
    return { shop, asked };
  }

  it('is kept with the focus of the role pack, after the reply', async () => {
    const written = { type: 'preference', text: '客户要放东门快递柜。', verbatim: ['东门的快递柜'], subject: '' };
    const { shop, asked } = await openWith({ kind: 'reply', text: JSON.stringify(written) });
    await sayOn(shop, 'first', '请把包裹放到东门的快递柜');
    const memory = await memoryOf(shop, ETHAN);
    await expect.poll(async () => (await memory.list()).length).toBe(1);

    expect((await memory.list())[0]?.summary).toMatchObject({
      writtenBy: 'model',
      type: 'preference',
      text: written.text,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('记下客户的订单号、诉求');
  });

  it('keeps no message waiting when it does not come, and is extracted at the end', async () => {
    const { shop } = await openWith({ kind: 'silence' });
    const memory = await memoryOf(shop, ETHAN);
    expect(await sayOn(shop, 'first', '请把包裹放到东门的快递柜')).toContain('好的');
    expect(await sayOn(shop, 'first', '发票开公司抬头')).toContain('好的');
    expect(await memory.list()).toEqual([]);

    await shop.workspace.close();
    const kept = (await memory.list()).map(({ summary, original }) => [summary.writtenBy, original.input]);
    expect(kept).toEqual([
      ['extract', '请把包裹放到东门的快递柜'],
      ['extract', '发票开公司抬头'],
    ]);
  });
});
