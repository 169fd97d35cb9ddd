import { afterEach, describe, expect, it } from 'vitest';
import { copyShop, edit, openShop, PENDING, type Shop, sentIn, textOf } from './shop.ts';

let shop: Shop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

/** A copy of the example whose cancellations an operator approves, with a customer who has said yes to one. */
async function requested(dir = copyShop()) {
  edit(
    dir,
    'assets/capabilities/order-cancel.yaml',
    'confirmation:\n  by: customer',
    'approval: { by: operator }\nconfirmation:\n  by: customer',
  );
  const own = await openShop({ dir });
  shop = own;
  expect(own.workspace.findings().filter(({ severity }) => severity === 'error')).toEqual([]);
  await own.say(`我要取消订单 ${PENDING}，不想要了`);
  const told = textOf(await own.say('确认'));
  const [request] = await own.workspace.approvals();
  if (!request) throw new Error(told);
  return { own, dir, told, request };
}

describe('a cancellation that an operator approves', () => {
  it('waits, is listed, and runs with everything decided again once it is approved', async () => {
    const { own, told, request } = await requested();
    expect(told).toBe('「取消未发货订单」需要我的同事批准后才能执行，目前没有执行。我已经转交，有了结果会告诉您。');
    expect(request).toMatchObject({
      capability: 'order:cancel',
      text: `等待批准：取消未发货订单\n订单号：${PENDING}\n取消原因：不需要了`,
      confirmed: { text: expect.stringContaining(`将取消订单 ${PENDING}`) },
      arguments: { order_id: PENDING, reason: 'no longer needed' },
    });
    expect(own.status(PENDING)).toBe('pending');

    const { conversation, operation } = request;
    const before = (await own.workspace.store.entries(conversation)).length;
    const approval = { conversation, operation, verdict: 'approve', person: 'mia@desk' } as const;
    const accepted = await own.workspace.approve({ ...approval, idempotencyKey: 'once' });
    if (accepted.status === 'conflict') throw new Error(accepted.reason);
    await own.workspace.handled(conversation, accepted.item);
    const told2 = sentIn((await own.workspace.store.entries(conversation)).slice(before));
    expect(textOf(told2)).toMatch(new RegExp(`^已为您取消订单 ${PENDING}`));
    expect(own.status(PENDING)).toBe('cancelled');
    expect(await own.workspace.approvals()).toEqual([]);
    expect(await own.workspace.approve({ ...approval, idempotencyKey: 'once' })).toMatchObject({ status: 'duplicate' });
    expect((await own.workspace.verify(conversation)).different).toEqual([]);
  });

  it('survives a restart of the whole workspace, and a refusal changes nothing in the system', async () => {
    const { own, dir, request } = await requested();
    await own.close();
    const again = await openShop({ dir });
    shop = again;
    expect(await again.workspace.approvals()).toEqual([request]);
    const { conversation, operation } = request;
    const before = (await again.workspace.store.entries(conversation)).length;
    const accepted = await again.workspace.approve({
      conversation,
      operation,
      verdict: 'refuse',
      person: 'mia@desk',
      reason: 'the parcel has left',
    });
    if (accepted.status === 'conflict') throw new Error(accepted.reason);
    await again.workspace.handled(conversation, accepted.item);
    const entries = (await again.workspace.store.entries(conversation)).slice(before);
    expect(textOf(sentIn(entries))).toBe('「取消未发货订单」没有得到我同事的批准，没有执行。');
    expect(entries.find(({ kind }) => kind === 'gate.approval_answered')?.data).toMatchObject({
      verdict: 'refuse',
      person: 'mia@desk',
      reason: 'the parcel has left',
    });
    expect(again.status(PENDING)).toBe('pending');
  });

  it('is explained without a call', async () => {
    const { own } = await requested();
    const explained = await own.workspace.explain('order:cancel', 'lin', 'en');
    const parts = explained.boundaries.at(-1)?.parts ?? [];
    expect(parts.find(({ what }) => what === 'approval')).toMatchObject({
      detail: 'by an operator; 24h',
      file: expect.stringMatching(/order-cancel\.yaml$/),
      line: expect.any(Number),
    });
  });
});
