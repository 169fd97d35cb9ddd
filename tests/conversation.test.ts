import { afterEach, describe, expect, it } from 'vitest';
import { decisionsIn, ETHAN, openShop, PENDING, SHIPPED, type Shop, textOf } from './shop.ts';

let shop: Shop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

describe('a customer of the example, answered by builtin/matcher', () => {
  it('is greeted once, by name and as an AI, without having written', async () => {
    shop = await openShop();
    const conversation = await shop.conversation();
    const contact = await shop.workspace.contact({ externalId: ETHAN, level: 'verified' });
    await shop.workspace.open({ contact: contact.id, employee: 'lin', channel: 'test' });
    await shop.say('你好');
    const greetings = (await shop.workspace.store.outbox(conversation)).filter(({ kind }) => kind === 'greeting');
    expect(greetings).toHaveLength(1);
    expect(greetings[0]?.data.text).toMatch(/小林.*AI/);
  });

  it('gets the status of an order from the real database, through five passed boundaries', async () => {
    shop = await openShop();
    const sent = await shop.say(`帮我查一下订单 ${SHIPPED} 现在到哪里了`);
    expect(textOf(sent)).toContain(`订单 ${SHIPPED}：已出库，正在运送，运单号`);
    const [decision] = decisionsIn(await shop.entries());
    expect(decision?.decision.verdict).toBe('allow');
    expect(decision?.decision.checks.map(({ boundary, outcome }) => `${boundary} ${outcome}`)).toEqual([
      'installed pass',
      'bound pass',
      'permitted pass',
      'connected pass',
      'satisfied pass',
    ]);
  });

  it('is asked for the number that is missing, and the number alone completes it', async () => {
    shop = await openShop();
    expect(textOf(await shop.say('帮我查一下订单'))).toMatch(/请问要查询哪张订单/);
    expect(textOf(await shop.say(SHIPPED))).toContain(`订单 ${SHIPPED}：已出库`);
  });

  it('cancels after reason, notice and confirmation, once, and hears it from the receipt', async () => {
    shop = await openShop();
    expect(textOf(await shop.say(`我要取消订单 ${PENDING}`))).toMatch(/取消的原因/);
    const notice = await shop.say('不想要了');
    expect(notice).toHaveLength(1);
    expect(notice[0]).toMatchObject({
      kind: 'notice',
      text: `将取消订单 ${PENDING}，原因：不需要了，退款原路返回。确认请回复“确认”。`,
    });
    expect(shop.status(PENDING)).toBe('pending');

    expect(textOf(await shop.say('确认'))).toMatch(new RegExp(`已为您取消订单 ${PENDING}，预计退款 [\\d.]+ 元。`));
    expect(shop.status(PENDING)).toBe('cancelled');

    const executed = (await shop.entries()).filter(({ kind }) => kind === 'gate.executing').length;
    expect(textOf(await shop.say('确认'))).toMatch(/没有等待您确认的操作/);
    expect((await shop.entries()).filter(({ kind }) => kind === 'gate.executing')).toHaveLength(executed);
  });

  it('does not confirm with a bare 好的', async () => {
    shop = await openShop();
    await shop.say(`我要取消订单 ${PENDING}`);
    await shop.say('不想要了');
    const sent = await shop.say('好的');
    expect(sent.length).toBeGreaterThan(0);
    expect(shop.status(PENDING)).toBe('pending');
  });

  it('sees the notice again when something else was answered in between, and nothing runs', async () => {
    shop = await openShop();
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    await shop.say(`帮我查一下订单 ${SHIPPED} 现在到哪里了`);
    const again = await shop.say('确认');
    expect(again).toMatchObject([{ kind: 'notice', text: expect.stringContaining(`将取消订单 ${PENDING}`) }]);
    expect(shop.status(PENDING)).toBe('pending');
    await shop.say('确认');
    expect(shop.status(PENDING)).toBe('cancelled');
  });

  it('can decline, and nothing runs', async () => {
    shop = await openShop();
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    expect(textOf(await shop.say('不用了'))).toMatch(/没有执行/);
    expect(shop.status(PENDING)).toBe('pending');
    expect(textOf(await shop.say('确认'))).toMatch(/没有等待您确认的操作/);
    expect(shop.status(PENDING)).toBe('pending');
  });

  it('is served in English when writing English', async () => {
    shop = await openShop();
    const [notice] = await shop.say(`Please cancel my order ${PENDING}, ordered by mistake`);
    expect(notice?.text).toBe(
      `I am about to cancel order ${PENDING}, reason: ordered by mistake; the refund goes back the way you paid. Reply "confirm" to go ahead.`,
    );
    expect(textOf(await shop.say('Yes, confirm'))).toMatch(/has been cancelled/);
    expect(shop.status(PENDING)).toBe('cancelled');
  });

  it('is told what the employee can do when it does not understand', async () => {
    shop = await openShop();
    expect(textOf(await shop.say('今天天气怎么样'))).toMatch(/查询订单状态/);
  });

  it('cancels by the button of the notice, whatever was said since', async () => {
    shop = await openShop();
    const [notice] = await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    await shop.say(`帮我查一下订单 ${SHIPPED} 现在到哪里了`);
    expect(textOf(await shop.press(notice?.operation ?? '', 'confirm'))).toMatch(/已为您取消订单/);
    expect(shop.status(PENDING)).toBe('cancelled');
  });
});
