import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '@rolecall/host';
import { scriptedModel } from '@rolecall/kernel/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { copyShop, ETHAN, edit, openShop, PENDING, type Shop, textOf, until } from './shop.ts';

let shop: Shop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const WISH = { calls: [{ name: 'human__hand-over', input: { summary: '客户要退押金，订单已签收' } }] };
const person = '王芳';
const WORKER = join(import.meta.dirname, 'worker-process.ts');

/** What operators see, without what depends on the moment. */
async function waiting({ workspace }: Shop) {
  return (await workspace.desk.list()).map(({ kind, contact }) => `${kind} ${contact.externalId}`);
}

async function acted(open: Shop, act: Promise<{ readonly status: string; readonly item?: string }>): Promise<void> {
  const accepted = await act;
  if (accepted.item === undefined) throw new Error(accepted.status);
  await open.workspace.handled(await open.conversation(), accepted.item);
}

describe('a customer of the example who wants a person', () => {
  it('gets one, through a restart in between, and the employee goes on knowing what happened', async () => {
    const dir = copyShop();
    const model = scriptedModel([WISH, '押金会退到您的原支付方式。']);
    shop = await openShop({ dir, model });
    const conversation = await shop.conversation();
    expect(textOf(await shop.say('帮我转人工，我要退押金'))).toMatch(/已转接人工，请稍候。您可以继续留言/);
    expect(await shop.workspace.desk.list()).toMatchObject([
      { kind: 'hand_over', reason: 'wish', summary: '客户要退押金，订单已签收', contact: { externalId: ETHAN } },
    ]);
    await shop.close();

    shop = await openShop({ dir, model });
    expect(await shop.conversation()).toBe(conversation);
    expect(await waiting(shop)).toEqual([`hand_over ${ETHAN}`]);
    expect(await shop.say('还在吗')).toEqual([]);
    expect(model.calls).toHaveLength(1);
    const { desk, store } = shop.workspace;
    await acted(shop, desk.takeOver({ conversation, person }));
    await acted(shop, desk.write({ conversation, person, text: '您好，押金今天退。' }));
    const sent = (await store.outbox(conversation)).at(-1);
    expect(sent).toMatchObject({ kind: 'person', data: { text: '您好，押金今天退。', person } });
    await acted(shop, desk.handBack({ conversation, person, note: '已办理退款' }));
    expect(await waiting(shop)).toEqual([]);
    await shop.close();

    shop = await openShop({ dir, model });
    expect(await shop.conversation()).toBe(conversation);
    expect(textOf(await shop.say('退到哪里？'))).toBe('押金会退到您的原支付方式。');
    const prompt = JSON.stringify(model.calls.at(-1)?.prompt);
    expect(prompt).toContain(`人工客服 ${person} 对客户说：您好，押金今天退。`);
    expect(prompt).toContain('交还时的备注：已办理退款');
    expect((await shop.workspace.verify(conversation)).different).toEqual([]);
  });

  it('is still handed over after the process that did it was killed', async () => {
    const dir = copyShop();
    shop = await openShop({ dir });
    const conversation = await shop.conversation();
    await shop.close();
    const child = spawn(process.execPath, [WORKER, dir, conversation, '帮我转人工'], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const onlooker = await openWorkspace(dir, { work: false });
    await until(async () => (await onlooker.desk.list()).length > 0);
    child.kill('SIGKILL');
    await gone;
    await onlooker.close();

    const model = scriptedModel([]);
    // By this clock the lease of the killed process is over.
    shop = await openShop({ dir, model, clock: { now: () => Date.now() + 10_000 } });
    expect(await shop.conversation()).toBe(conversation);
    expect(await shop.say('还在吗')).toEqual([]);
    expect(model.calls).toHaveLength(0);
    expect(await waiting(shop)).toEqual([`hand_over ${ETHAN}`]);
  });

  it('keeps an order that waits for a confirmation as it is while a person has the conversation', async () => {
    const cancel = {
      calls: [{ name: 'order__cancel', input: { order_id: PENDING, reason: 'no longer needed' } }],
    };
    shop = await openShop({ model: scriptedModel([cancel, WISH]) });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    expect(textOf(await shop.say('等等，转人工'))).toMatch(/还在等您确认，没有办理。/);
    expect(textOf(await shop.say('确认'))).toMatch(/您的确认没有触发任何操作/);
    expect(shop.status(PENDING)).toBe('pending');
    const conversation = await shop.conversation();
    await acted(shop, shop.workspace.desk.handBack({ conversation, person }));
    expect((await shop.say('确认')).at(-1)).toMatchObject({ kind: 'notice' });
    await shop.say('确认');
    expect(shop.status(PENDING)).toBe('cancelled');
  });

  it('and complains, is handed over by the policy in the words of the business, without a model', async () => {
    const model = scriptedModel([]);
    shop = await openShop({ model });
    expect(textOf(await shop.say('我要投诉你们的快递'))).toMatch(/^投诉由同事处理。我把这个会话转给人工处理。/);
    expect(model.calls).toHaveLength(0);
    expect(await shop.workspace.desk.list()).toMatchObject([{ reason: 'policy', summary: '我要投诉你们的快递' }]);
  });

  it('has something followed up, answered by builtin/matcher, and it is on the list until it is done', async () => {
    shop = await openShop();
    await shop.say('请安排人之后联系我');
    const notice = await shop.say('发票抬头需要修改');
    expect(notice).toMatchObject([{ kind: 'notice', text: expect.stringContaining('发票抬头需要修改') }]);
    expect(textOf(await shop.say('确认'))).toMatch(/人工跟进已创建，编号 F[0-9A-F]{8}。/);
    const [item] = await shop.workspace.desk.list();
    expect(item).toMatchObject({ kind: 'follow_up', matter: { matter: '发票抬头需要修改' } });
    const operation = item?.kind === 'follow_up' ? item.operation : '';
    await acted(shop, shop.workspace.desk.followUpDone({ operation, person, note: '已改' }));
    expect(await waiting(shop)).toEqual([]);
    expect(await shop.workspace.desk.list({ done: true })).toMatchObject([{ done: { person, note: '已改' } }]);
  });

  it('asks builtin/matcher for a person in plain words', async () => {
    shop = await openShop();
    expect(textOf(await shop.say('帮我转人工'))).toMatch(/已转接人工/);
  });
});

describe('a write that needs an operator', () => {
  it('stands on the desk until a person has approved it, and then runs', async () => {
    const dir = copyShop();
    edit(dir, 'assets/tasks/order-service.yaml', 'risk: medium', 'risk: high');
    shop = await openShop({ dir });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    await shop.say('确认');
    expect(shop.status(PENDING)).toBe('pending');
    const [item] = await shop.workspace.desk.list();
    expect(item).toMatchObject({ kind: 'approval', capability: 'order:cancel', contact: { externalId: ETHAN } });
    const operation = item?.kind === 'approval' ? item.operation : '';
    await acted(shop, shop.workspace.desk.approve({ operation, verdict: 'approve', person, reason: '核对过' }));
    expect(shop.status(PENDING)).toBe('cancelled');
    expect(await waiting(shop)).toEqual([]);
    await expect(shop.workspace.desk.approve({ operation, verdict: 'refuse', person })).rejects.toMatchObject({
      code: 'operation_unknown',
    });
  });
});

describe('an outcome in doubt', () => {
  it('stands on the desk until a person has settled it, and the customer is told', async () => {
    const dir = copyShop();
    edit(
      dir,
      'employees/lin.yaml',
      '{ ORDERS_TOKEN: { credential: orders_token } }',
      '{ ORDERS_TOKEN: { credential: orders_token }, ORDERS_FAULT_FILE: fault }',
    );
    // Time stands still, so that the engine does not look for itself meanwhile.
    const now = Date.now();
    shop = await openShop({ dir, clock: { now: () => now } });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    writeFileSync(join(dir, 'fault'), 'die_after_write');
    await shop.say('确认');
    const items = await shop.workspace.desk.list();
    expect(items).toMatchObject([{ kind: 'in_doubt', capability: 'order:cancel', title: { zh: '取消未发货订单' } }]);
    const operation = items[0]?.kind === 'in_doubt' ? items[0].operation : '';
    await expect(
      shop.workspace.desk.settle({ operation: 'op_none', outcome: 'failed', person, reason: '查过' }),
    ).rejects.toMatchObject({ code: 'operation_unknown' });
    await acted(shop, shop.workspace.desk.settle({ operation, outcome: 'succeeded', person, reason: '查过系统' }));
    expect(await waiting(shop)).toEqual([]);
    const settled = (await shop.entries()).find(({ kind }) => kind === 'gate.settled');
    expect(settled?.data).toMatchObject({ outcome: 'succeeded' });
  });
});
