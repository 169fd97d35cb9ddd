import { afterEach, describe, expect, it } from 'vitest';
import { copyShop, decisionsIn, edit, openShop, PENDING, SHIPPED, type Shop, textOf } from './shop.ts';

let shop: Shop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

describe('a release', () => {
  it('that changes a contract asks again for what was confirmed under the old one', async () => {
    const dir = copyShop();
    shop = await openShop({ dir });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    edit(dir, 'assets/capabilities/order-cancel.yaml', 'version: 1.2.0', 'version: 1.3.0');
    edit(dir, 'assets/capabilities/order-cancel.yaml', '退款原路返回', '退款在七个工作日内原路返回');
    await shop.workspace.reload();

    const again = await shop.say('确认');
    expect(again.at(-1)).toMatchObject({ kind: 'notice', text: expect.stringContaining('七个工作日') });
    expect(shop.status(PENDING)).toBe('pending');
    expect(textOf(await shop.say('确认'))).toContain('已为您取消订单');
    expect(shop.status(PENDING)).toBe('cancelled');
  });

  it('is named by every entry, and every decision is made again from its own', async () => {
    const dir = copyShop();
    shop = await openShop({ dir });
    await shop.say(`帮我查一下订单 ${SHIPPED}`);
    edit(dir, 'assets/capabilities/order-get.yaml', 'version: 1.0.0', 'version: 1.0.1');
    await shop.workspace.reload();
    await shop.say(`帮我查一下订单 ${PENDING}`);
    const entries = await shop.entries();
    const releases = new Set(entries.flatMap(({ release }) => release ?? []));
    expect(releases.size).toBe(2);
    expect(decisionsIn(entries)).toHaveLength(2);
    expect(await shop.workspace.verify(await shop.conversation())).toMatchObject({ decisions: 2, different: [] });
  });

  it('with a broken file keeps what can run, and says what cannot', async () => {
    const dir = copyShop();
    edit(dir, 'assets/capabilities/order-cancel.yaml', 'effect: write', 'effect: wrote');
    shop = await openShop({ dir });
    expect(shop.workspace.findings()).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        file: 'assets/capabilities/order-cancel.yaml',
        path: 'effect',
        line: expect.any(Number),
      }),
    );
    expect(textOf(await shop.say(`帮我查一下订单 ${SHIPPED}`))).toContain('已出库');
  });
});
