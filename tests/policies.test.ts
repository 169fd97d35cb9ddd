import { scriptedModel } from '@rolecall/kernel/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { ETHAN, openShop, PENDING, SHIPPED, type Shop, textOf } from './shop.ts';

const cancel = (order: string) => ({ name: 'order__cancel', input: { order_id: order, reason: 'no longer needed' } });
const look = (order: string) => ({ calls: [{ name: 'order__get', input: { order_id: order } }] });

let shop: Shop;
afterEach(() => shop.close());

async function withheld(): Promise<readonly unknown[]> {
  return (await shop.entries()).filter(({ kind }) => kind === 'employee.sentence_withheld').map(({ data }) => data);
}

describe('what a business must refuse', () => {
  it('is refused in its own words, without a model and in either language', async () => {
    shop = await openShop();
    expect(textOf(await shop.say('能补偿我一张优惠券吗'))).toContain('抱歉，我不能提供优惠券、补偿或额外折扣。');
    expect(textOf(await shop.say('Could you give me a discount on it please?'))).toContain(
      'I am sorry, I cannot offer vouchers, compensation or extra discounts.',
    );
  });

  it('is not granted by the model, and nothing is written beside it', async () => {
    shop = await openShop({
      model: scriptedModel([
        { text: '好的。', calls: [cancel(PENDING)] },
        { text: '我们会补偿您。' },
        { text: '那就给您打八折。' },
        { text: '这个我做不了主。' },
        { calls: [cancel(PENDING)] },
      ]),
    });
    const first = textOf(await shop.say(`取消订单 ${PENDING}，不想要了，另外补偿我`));
    expect(first).toContain('抱歉，我不能提供优惠券、补偿或额外折扣。');
    expect(first).toContain('「取消未发货订单」这次没有提交');
    expect(first).not.toContain('我们会补偿您');
    const second = textOf(await shop.say('真的不行吗'));
    expect(second).not.toContain('八折');
    expect(second).toContain('这个我做不了主。');
    expect((await shop.say(`那就取消订单 ${PENDING}，不想要了`)).at(-1)?.kind).toBe('notice');
    expect(shop.status(PENDING)).toBe('pending');
    expect(await withheld()).toMatchObject([
      { check: 'policy', rule: 'compensation' },
      { check: 'policy', rule: 'compensation' },
    ]);
  });

  it('does not take what only mentions it for a promise', async () => {
    const words = [
      '我们不提供优惠券。',
      '您问的是能不能打折吗？',
      '您说的“打八折”我没有权限。',
      'We cannot give a discount.',
    ];
    shop = await openShop({ model: scriptedModel(words.map((text) => ({ text }))) });
    for (const text of words) expect(textOf(await shop.say('你好'))).toContain(text);
    expect(await withheld()).toEqual([]);
  });
});

describe('what a business may promise', () => {
  it('is said while the facts allow it, and only then', async () => {
    shop = await openShop({
      model: scriptedModel([
        look(PENDING),
        { text: '这张订单会尽快发货。' },
        look(SHIPPED),
        { text: '这张订单也会尽快发货。' },
        { text: '它已经在路上了。' },
      ]),
    });
    expect(textOf(await shop.say(`订单 ${PENDING} 到哪了`))).toContain('会尽快发货');
    const shipped = textOf(await shop.say(`订单 ${SHIPPED} 到哪了`));
    expect(shipped).not.toContain('尽快发货');
    expect(shipped).toContain('它已经在路上了。');
    expect(await withheld()).toMatchObject([{ check: 'policy', rule: 'ships_soon' }]);
  });
});

describe('ready replies', () => {
  it('are chosen by the model and sent word for word', async () => {
    const call = { calls: [{ name: 'use_reply', input: { pack: 'thanks', candidate: 1 } }] };
    shop = await openShop({ model: scriptedModel([call, { text: '' }]) });
    const sent = await shop.say('谢谢');
    expect(sent.flatMap(({ parts }) => parts.map(({ kind, text }) => [kind, text]))).toContainEqual([
      'pack',
      '不客气，有需要随时找小林。',
    ]);
  });

  it('answer an event once, also when the workspace is opened again', async () => {
    shop = await openShop({ model: scriptedModel([{ calls: [cancel(PENDING)] }]) });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    const sent = await shop.say('确认');
    expect(sent.map(({ text }) => text).at(-1)).toBe(
      `订单 ${PENDING} 的退款按原支付方式退回，到账时间以支付机构为准。`,
    );
    const { dir } = shop;
    await shop.close();
    shop = await openShop({ dir, model: scriptedModel(() => ({ text: '好的。' })) });
    await shop.say('谢谢', ETHAN);
    const all = (await shop.entries()).filter(({ kind }) => kind === 'employee.replied');
    expect(JSON.stringify(all).split('到账时间以支付机构为准').length - 1).toBe(2);
  });
});
