import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { copyShop, decisionsIn, edit, openShop, PENDING, type Shop, sentIn, textOf, until } from './shop.ts';

let shop: Shop | undefined;
const children: ChildProcess[] = [];
afterEach(async () => {
  await shop?.close();
  shop = undefined;
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A copy whose order system obeys a fault file. */
function faultyShop(): string {
  const dir = copyShop();
  edit(
    dir,
    'employees/lin.yaml',
    '{ ORDERS_TOKEN: { credential: orders_token } }',
    '{ ORDERS_TOKEN: { credential: orders_token }, ORDERS_FAULT_FILE: fault }',
  );
  return dir;
}

function movableClock() {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    advance: (ms: number) => {
      offset += ms;
    },
  };
}

async function executions(): Promise<number> {
  return (await (shop as Shop).entries()).filter(({ kind }) => kind === 'gate.executing').length;
}

describe('the order system dies between write and answer', () => {
  it('is unknown, told as such, held, and settled by reading back', async () => {
    const dir = faultyShop();
    const clock = movableClock();
    shop = await openShop({ dir, clock });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    writeFileSync(join(dir, 'fault'), 'die_after_write');
    expect(textOf(await shop.say('确认'))).toMatch(/还不能确定有没有成功/);
    expect(shop.status(PENDING)).toBe('cancelled');

    const second = await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    expect(textOf(second)).toMatch(/还没有核实/);
    expect(decisionsIn(await shop.entries()).at(-1)?.decision).toMatchObject({
      verdict: 'block',
      code: 'operation_in_doubt',
    });

    clock.advance(6_000);
    await until(async () => textOf(sentIn(await (shop as Shop).entries())).includes('已核实'));
    expect(textOf(sentIn(await shop.entries()))).toMatch(/已核实.*(已为您取消|成功)/);
    expect(await executions()).toBe(1);
  });

  it('that died before the write is found not to have happened, only after the time it had, and may be asked for again', async () => {
    const dir = faultyShop();
    const clock = movableClock();
    shop = await openShop({ dir, clock });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    writeFileSync(join(dir, 'fault'), 'die_before_write');
    expect(textOf(await shop.say('确认'))).toMatch(/还不能确定有没有成功/);
    clock.advance(6_000);
    await until(async () =>
      (await (shop as Shop).entries()).some(
        ({ kind, data }) => kind === 'employee.round_ended' && data.end === 'still_in_doubt',
      ),
    );
    clock.advance(300_000);
    await until(async () => textOf(sentIn(await (shop as Shop).entries())).includes('已核实'));
    expect(shop.status(PENDING)).toBe('pending');

    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    expect(textOf(await shop.say('确认'))).toMatch(/已为您取消订单/);
    expect(shop.status(PENDING)).toBe('cancelled');
    expect(await executions()).toBe(2);
  });
});

describe('the order system answers after its call has timed out', () => {
  it('is unknown, told as such, and settled by the late answer', async () => {
    const dir = faultyShop();
    edit(dir, 'employees/lin.yaml', 'tool: cancel_pending_order,', 'tool: cancel_pending_order, timeout: 1s,');
    // Nothing is read back meanwhile: the clock of the timers stands still.
    const now = Date.now();
    shop = await openShop({ dir, clock: { now: () => now } });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    writeFileSync(join(dir, 'fault'), 'answer_late');
    expect(textOf(await shop.say('确认'))).toMatch(/还不能确定有没有成功/);
    await until(async () => (await (shop as Shop).entries()).some(({ kind }) => kind === 'gate.settled'));
    const entries = await shop.entries();
    expect(entries.find(({ kind }) => kind === 'gate.settled')?.data).toMatchObject({
      by: 'late_answer',
      outcome: 'succeeded',
      code: 'cancelled',
      answer: { status: 'answered', isError: false, structured: { status: 'cancelled' } },
    });
    expect(textOf(sentIn(entries))).toMatch(/已为您取消订单/);
    expect(await executions()).toBe(1);
    expect((await shop.workspace.verify(entries[0]?.conversation ?? '')).different).toEqual([]);
  });
});

/** Opens the workspace in a process of its own, which answers its inbox until it is killed. */
async function otherProcess(dir: string, ...args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts'), dir, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`The process ended with ${code}.`)));
  });
  return child;
}

describe('Rolecall itself is killed between write and answer', () => {
  it('is unknown after the restart, told, and settled by reading back; nothing runs twice', async () => {
    const dir = faultyShop();
    shop = await openShop({ dir });
    const conversation = await shop.conversation();
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    await shop.close();

    writeFileSync(join(dir, 'fault'), 'hang_after_write');
    const child = await otherProcess(dir, conversation, '确认');
    await until(() => !existsSync(join(dir, 'fault')));
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;

    const clock = movableClock();
    clock.advance(60_000);
    shop = await openShop({ dir, clock });
    await until(async () => textOf(sentIn(await (shop as Shop).entries())).match(/还不能确定|已核实/) !== null);
    clock.advance(60_000);
    await until(async () => textOf(sentIn(await (shop as Shop).entries())).includes('已核实'));
    expect(shop.status(PENDING)).toBe('cancelled');
    expect(await executions()).toBe(1);
    expect((await shop.workspace.verify(conversation)).different).toEqual([]);
  });
});

describe('two processes are told to confirm at once', () => {
  it('one execution comes of it, and both messages are answered', async () => {
    const dir = faultyShop();
    shop = await openShop({ dir });
    const conversation = await shop.conversation();
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    const [first, second] = await Promise.all([otherProcess(dir), otherProcess(dir)]);
    first?.stdin?.write(`${conversation} 确认\n`);
    second?.stdin?.write(`${conversation} 确认\n`);
    await until(
      async () =>
        (await (shop as Shop).entries()).filter(
          ({ kind, data }) => kind === 'employee.message_received' && data.text === '确认',
        ).length === 2,
    );
    await until(async () => (await (shop as Shop).workspace.store.inbox(conversation)).length === 0);
    expect(await executions()).toBe(1);
    expect(shop.status(PENDING)).toBe('cancelled');
    const text = textOf(sentIn(await shop.entries()));
    expect(text).toMatch(/已为您取消订单/);
    expect(text).toMatch(/没有等待您确认的操作/);
  });
});
