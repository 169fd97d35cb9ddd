import { scriptedModel } from '@rolecall/kernel/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { copyShop, decisionsIn, edit, MEI_D, MEI_PENDING, openShop, PENDING, type Shop, textOf } from './shop.ts';

const DELIVERED = '#W2890441';

let shop: Shop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

async function lastDecision(customer?: string) {
  return decisionsIn(await (shop as Shop).entries(customer)).at(-1)?.decision;
}

describe('what may not run says so, each with its own code', () => {
  it('a delivered order is not cancelled', async () => {
    shop = await openShop();
    expect(textOf(await shop.say(`我要取消订单 ${DELIVERED}，不想要了`, MEI_D))).toContain(
      '已经不是待发货状态，无法取消',
    );
    expect(await lastDecision(MEI_D)).toMatchObject({
      verdict: 'block',
      boundary: 'satisfied',
      code: 'guard_failed',
      reason: 'already_processed',
    });
    expect(shop.status(DELIVERED)).toBe('delivered');
  });

  it('another customer’s order is not cancelled, and nothing of it is told', async () => {
    shop = await openShop();
    expect(textOf(await shop.say(`我要取消订单 ${MEI_PENDING}，不想要了`))).toContain('不在您的账户下');
    expect(await lastDecision()).toMatchObject({
      verdict: 'block',
      code: 'precondition_failed',
      reason: 'not_own_order',
    });
    expect(shop.status(MEI_PENDING)).toBe('pending');
  });

  it('another customer’s order is not shown', async () => {
    shop = await openShop();
    const text = textOf(await shop.say(`帮我查一下订单 ${MEI_PENDING} 现在到哪里了`));
    expect(text).toContain('不在您的账户下');
    expect(text).not.toMatch(/待发货|运单/);
  });

  it('an order number that only occurs in a tool’s free text is shown as unproven and never runs unseen', async () => {
    // The carrier's note on the customer's own order names an order of somebody else.
    const model = scriptedModel([
      { calls: [{ name: 'order__get', input: { order_id: DELIVERED } }] },
      { calls: [{ name: 'order__cancel', input: { order_id: '#W1267569', reason: 'no longer needed' } }] },
      { text: '已为您取消。' },
    ]);
    shop = await openShop({ model });
    const sent = await shop.say(`帮我看看订单 ${DELIVERED}，不想要的按备注处理`, MEI_D);
    expect(sent.at(-1)?.kind).toBe('notice');
    expect(sent.at(-1)?.text).toMatch(/#W1267569/);
    expect(sent.at(-1)?.text).toMatch(/请核对|没有.*说过|推断/);
    expect(textOf(sent)).not.toContain('已为您取消');
    expect(shop.status('#W1267569')).toBe('pending');
  });
});

describe('a boundary that is missing from the files', () => {
  const cases = [
    {
      name: 'the employee’s binding removed',
      change: (dir: string) => edit(dir, 'employees/lin.yaml', /^ {2}order:cancel: \{ server.*\n/m, ''),
      boundary: 'connected',
      code: 'resource_not_bound',
      says: /没有接通|还没有接通/,
    },
    {
      name: 'the permission removed',
      change: (dir: string) =>
        edit(dir, 'assets/business/shop-service.yaml', '[order:get, order:cancel]', '[order:get]'),
      boundary: 'permitted',
      code: 'requirement_not_permitted',
      says: /许可/,
    },
    {
      name: 'the task uninstalled',
      change: (dir: string) => {
        edit(
          dir,
          'assets/business/shop-service.yaml',
          /task_installations:\n( {2}- .*\n)+/,
          'task_installations: []\n',
        );
      },
      boundary: 'installed',
      code: 'task_not_installed',
      says: /不在我负责的范围/,
    },
  ];

  it.each(cases)(
    '$name: check, explain and a live request name the same boundary',
    async ({ change, boundary, code, says }) => {
      const dir = copyShop();
      change(dir);
      shop = await openShop({ dir });
      const explanation = await shop.workspace.explain('order:cancel', 'lin');
      expect(explanation.heldBackBy).toBe(boundary);
      expect(explanation.boundaries.find((check) => check.boundary === boundary)).toMatchObject({
        outcome: 'fail',
        code,
      });
      expect(
        shop.workspace
          .findings()
          .some(
            (finding) => finding.code === code && `${finding.message} ${finding.path ?? ''}`.includes('order:cancel'),
          ),
      ).toBe(true);

      const sent = await shop.say(`我要取消订单 ${PENDING}，不想要了`);
      expect(textOf(sent)).toMatch(says);
      expect(await lastDecision()).toMatchObject({ verdict: 'block', boundary, code });
    },
  );
});
