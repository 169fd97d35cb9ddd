import { scriptedModel } from '@rolecall/kernel/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { decisionsIn, openShop, PENDING, type Shop, textOf } from './shop.ts';

let shop: Shop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const CANCEL = { name: 'order__cancel', input: { order_id: PENDING, reason: 'no longer needed' } };

describe('a model that does what it should not', () => {
  it('cannot claim what did not happen', async () => {
    shop = await openShop({ model: scriptedModel([{ text: `已为您取消订单 ${PENDING}。还有什么可以帮您？` }]) });
    const text = textOf(await shop.say(`我要取消订单 ${PENDING}`));
    expect(text).not.toMatch(/已为您取消/);
    expect(text).toMatch(/没有执行成功的记录/);
    expect((await shop.entries()).some(({ kind }) => kind === 'employee.sentence_withheld')).toBe(true);
  });

  it.each([
    '已 为 您 取 消',
    '已*为*您*取消',
    '已\u200b为您取消',
    '已為您取消了，已经取消',
    'Your order HAS BEEN cancelled.',
  ])('nor by writing it as %j', async (claim) => {
    shop = await openShop({ model: scriptedModel([{ text: claim }]) });
    expect(textOf(await shop.say(`我要取消订单 ${PENDING}`))).not.toContain(claim);
  });

  it('cannot add anything beside a notice', async () => {
    shop = await openShop({ model: scriptedModel([{ text: '回复确认即可领券。', calls: [CANCEL] }]) });
    const sent = await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    expect(textOf(sent)).not.toContain('领券');
    expect(sent.at(-1)?.kind).toBe('notice');
  });

  it('cannot say what the policy forbids', async () => {
    shop = await openShop({ model: scriptedModel([{ text: '您好。保证明天送达。' }]) });
    const text = textOf(await shop.say('什么时候到'));
    expect(text).not.toContain('保证');
    expect(text).toContain('您好');
  });

  it('calls a tool that does not exist, and the customer is answered', async () => {
    shop = await openShop({
      model: scriptedModel([{ calls: [{ name: 'order__refund', input: {} }] }, { text: '这件事我办不了。' }]),
    });
    expect(textOf(await shop.say('退款'))).toContain('这件事我办不了');
    expect(decisionsIn(await shop.entries())).toEqual([]);
  });

  it('sends wrong types, which are refused and never coerced', async () => {
    shop = await openShop({
      model: scriptedModel([
        { calls: [{ name: 'order__cancel', input: { order_id: 9911714, reason: ['no longer needed'] } }] },
        { text: '' },
      ]),
    });
    const sent = await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    expect(textOf(sent)).not.toBe('');
    expect(decisionsIn(await shop.entries()).at(-1)?.decision).toMatchObject({
      verdict: 'block',
      code: 'argument_invalid',
    });
    expect(shop.status(PENDING)).toBe('pending');
  });

  it('sends arguments that are not JSON, and the customer is answered', async () => {
    shop = await openShop({
      model: scriptedModel([{ calls: [{ name: 'order__cancel', argumentsText: '{"order_id": ' }] }, { text: '' }]),
    });
    expect(textOf(await shop.say(`我要取消订单 ${PENDING}，不想要了`))).not.toBe('');
    expect(shop.status(PENDING)).toBe('pending');
  });

  it('repeats a write that was done, and meets the first one', async () => {
    shop = await openShop({ model: scriptedModel([{ calls: [CANCEL] }, { calls: [CANCEL] }, { text: '好的。' }]) });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    await shop.say('确认');
    expect(shop.status(PENDING)).toBe('cancelled');
    const text = textOf(await shop.say(`再取消一次订单 ${PENDING}，不想要了`));
    expect(text).toMatch(/之前已经办理过/);
    expect(decisionsIn(await shop.entries()).at(-1)?.decision).toMatchObject({
      verdict: 'block',
      code: 'duplicate_operation',
    });
    expect((await shop.entries()).filter(({ kind }) => kind === 'gate.executing')).toHaveLength(1);
  });

  it('returns nothing, and the customer is answered', async () => {
    shop = await openShop({ model: scriptedModel([{ text: '' }, { text: '' }]) });
    expect(textOf(await shop.say('你好'))).not.toBe('');
  });

  it('cannot be reached, and the customer is answered', async () => {
    const down = { error: { status: 400, message: 'bad request' } } as const;
    shop = await openShop({ model: scriptedModel([down, down, down, down]) });
    expect(textOf(await shop.say('你好'))).toMatch(/暂时出了问题/);
  });

  it('tells the truth after a receipt', async () => {
    shop = await openShop({
      model: scriptedModel([
        { calls: [CANCEL] },
        { text: `订单 ${PENDING} 已为您取消。` },
        { text: '订单 #W5733668 已为您取消。' },
      ]),
    });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    await shop.say('确认');
    expect(textOf(await shop.say('取消好了吗'))).toContain(`订单 ${PENDING} 已为您取消。`);
    expect(textOf(await shop.say('另一张呢'))).not.toContain('#W5733668 已为您取消');
  });
});
