import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openWorkspace, type Workspace } from '@rolecall/host';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyShop, ETHAN, orderStatus, PENDING, sentIn, textOf, until } from './shop.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A shop whose clock can be set. */
async function shopWithClock() {
  const dir = copyShop();
  let offset = 0;
  const workspace = await openWorkspace(dir, { clock: { now: () => Date.now() + offset } });
  onTestFinished(() => workspace.close());
  const contact = await workspace.contact({ externalId: ETHAN, level: 'verified' });
  const conversation = async () => {
    const { id } = await workspace.open({ contact: contact.id, employee: 'lin', channel: 'test' });
    await until(async () => (await workspace.store.inbox(id)).length === 0);
    return id;
  };
  return {
    dir,
    workspace,
    step: (ms: number) => {
      offset += ms;
    },
    conversation,
    async say(text: string) {
      const id = await conversation();
      const before = (await workspace.store.conversation(id))?.sequence ?? 0;
      const accepted = await workspace.send({ conversation: id, text });
      if (accepted.status === 'conflict') throw new Error(accepted.reason);
      await workspace.handled(id, accepted.item);
      return textOf(sentIn(await workspace.store.entries(id, before)));
    },
  };
}

async function decisionsAreTheSame(workspace: Workspace): Promise<void> {
  for (const { id } of await workspace.store.conversations())
    expect((await workspace.verify(id)).different).toEqual([]);
}

describe('a clock that is set', () => {
  it('a day forward ends what was asked: a yes does nothing, is answered, and may be asked for anew', async () => {
    const shop = await shopWithClock();
    expect(await shop.say(`我要取消订单 ${PENDING}，不想要了`)).toMatch(/确认/);
    shop.step(DAY_MS);
    expect(await shop.say('确认')).not.toBe('');
    expect(orderStatus(shop.dir, PENDING)).toBe('pending');

    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    expect(await shop.say('确认')).toMatch(/已为您取消订单/);
    expect(orderStatus(shop.dir, PENDING)).toBe('cancelled');
    await decisionsAreTheSame(shop.workspace);
  });

  it('an hour back loses nothing and keeps the order', async () => {
    const shop = await shopWithClock();
    await shop.say('你好');
    shop.step(-HOUR_MS);
    expect(await shop.say(`我要取消订单 ${PENDING}，不想要了`)).toMatch(/确认/);
    shop.step(-HOUR_MS);
    expect(await shop.say('确认')).toMatch(/已为您取消订单/);
    expect(orderStatus(shop.dir, PENDING)).toBe('cancelled');
    const id = await shop.conversation();
    const said = (await shop.workspace.store.entries(id)).filter(({ kind }) => kind === 'employee.message_received');
    expect(said.map(({ data }) => data.text)).toEqual(['你好', `我要取消订单 ${PENDING}，不想要了`, '确认']);
    await decisionsAreTheSame(shop.workspace);
  });
});

describe('a database that cannot be worked with', () => {
  async function usedShop() {
    const dir = copyShop();
    await (await openWorkspace(dir, { work: false })).close();
    return { dir, file: join(dir, '.rolecall', 'rolecall.sqlite') };
  }

  it('because its schema is too new stops the workspace with a way out, and is left as it is', async () => {
    const { dir, file } = await usedShop();
    const database = new DatabaseSync(file);
    database.exec("pragma user_version = 999; update meta set value = '999' where key = 'compatible_from'");
    database.close();
    const before = readFileSync(file);

    await expect(openWorkspace(dir)).rejects.toMatchObject({
      code: 'store_schema_too_new',
      hint: expect.any(String),
      at: { file },
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('because it is damaged stops the workspace with a way out, and is left as it is', async () => {
    const { dir, file } = await usedShop();
    writeFileSync(file, 'This is no database any more.\n'.repeat(500));
    const before = readFileSync(file);

    await expect(openWorkspace(dir)).rejects.toMatchObject({
      code: 'store_corrupt',
      hint: expect.stringContaining('backup'),
      at: { file },
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
