import { drive } from '@rolecall/journal';
import { describe, expect, it } from 'vitest';
import { handleGivenUp } from './handle-given-up.ts';
import { giveUpItem, type handleItem } from './handle-item.ts';
import { Died, deskRelease, type EmployeeBench, openBench, replaceIn, textOf } from './testing/index.ts';

const DIED = 'process_died: whoever handled it died, or hung, 5 times.';
const giveUp: typeof handleItem = (context, state, item, round) => giveUpItem(context, state, item, round, DIED);
const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };
const NOTE = { calls: [{ name: 'note__leave', input: { text: '谢谢' } }] };

/** The process has died while a write was under way: between the commit that lets it out and the one that says how it ended. */
async function diedWhileExecuting(): Promise<EmployeeBench> {
  for (let dieBefore = 1; dieBefore < 20; dieBefore++) {
    const bench = await openBench({ script: [NOTE] });
    await bench.accept('message', { text: '帮我留言：谢谢' });
    await expect(bench.work({ dieBefore })).rejects.toBeInstanceOf(Died);
    if ((await bench.state()).executing.size === 1) return bench;
  }
  throw new Error('no write was ever under way');
}

describe('an item that is given up', () => {
  it('is set aside with its reason, answered, and holds nothing back', async () => {
    const bench = await openBench({ script: ['我是答复。'] });
    const item = await bench.accept('message', { text: '你好' });
    expect(textOf(await bench.work({ handle: giveUp }))).toContain('抱歉');

    expect(await bench.store.setAsideItems()).toMatchObject([{ item, lastError: DIED }]);
    expect((await bench.entries()).at(-1)?.data).toMatchObject({ item, end: 'set_aside', problem: DIED });
    expect(bench.model.calls).toHaveLength(0);
    expect(textOf(await bench.say('在吗'))).toContain('我是答复。');
  });

  it('is not answered when nobody waits for it', async () => {
    const bench = await openBench();
    await bench.accept('opened');
    expect(await bench.work({ handle: giveUp })).toEqual([]);
    expect(await bench.store.setAsideItems()).toHaveLength(1);
  });

  it('leaves no write that it had begun without an end, tells of it, and does not do it again', async () => {
    const bench = await diedWhileExecuting();
    const told = textOf(await bench.work({ handle: giveUp }));

    expect(told).toContain('给馆员留言');
    expect(told).toContain('抱歉');
    expect((await bench.state()).executing.size).toBe(0);
    expect(bench.system.notes.length).toBeLessThanOrEqual(1);
    expect(await bench.different()).toEqual([]);
  });

  it('hands over where the business has it done after so many failures', async () => {
    const release = deskRelease((files) => {
      replaceIn(files, 'assets/library.yaml', 'policies:', 'hand_over: { after_failed_rounds: 1 }\npolicies:');
    });
    const bench = await openBench({ release });
    await bench.accept('message', { text: '你好' });
    await bench.work({ handle: giveUp });
    expect((await bench.state()).handOver).toMatchObject({ reason: 'limit', summary: '你好' });
  });

  it('is given up once, whenever the process dies while it is', async () => {
    let dieBefore = 1;
    for (let hasDied = true; hasDied; dieBefore++) {
      const bench = await openBench();
      await bench.accept('message', { text: '你好' });
      hasDied = await bench.work({ handle: giveUp, dieBefore }).then(
        () => false,
        () => true,
      );
      if (hasDied) await bench.work({ handle: giveUp });
      const entries = await bench.entries();
      expect(entries.filter(({ kind }) => kind === 'employee.replied')).toHaveLength(1);
      expect(entries.filter(({ kind }) => kind === 'employee.message_received')).toHaveLength(1);
      expect(await bench.store.setAsideItems()).toHaveLength(1);
    }
    expect(dieBefore).toBeGreaterThan(2);
  });

  it('that was tried again later and is interrupted is taken up where that left off, not where it was given up', async () => {
    let hasAsked = 0;
    let hasDied = true;
    for (let dieBefore = 1; hasDied; dieBefore++) {
      const bench = await openBench({ script: ['我是答复。', RETURN] });
      const item = await bench.accept('message', { text: '我要还书 L200001' });
      await bench.work({ handle: giveUp });
      await bench.say('在吗');
      await bench.store.decideItem(item, 'retry', new Date(bench.clock.now()).toISOString());
      hasDied = await bench.work({ dieBefore }).then(
        () => false,
        () => true,
      );
      const asked = (await bench.entries()).filter(({ kind }) => kind === 'gate.awaiting_confirmation').length;
      if (hasDied && asked > 0) {
        hasAsked++;
        expect((await bench.work()).at(-1)).toMatchObject({ kind: 'notice', text: expect.stringContaining('L200001') });
        expect(bench.model.calls).toHaveLength(2);
        expect(textOf(await bench.say('确认'))).toBe('已为您登记归还 L200001。');
      }
    }
    expect(hasAsked).toBeGreaterThan(0);
  });

  it('is answered also where its employee cannot do it', async () => {
    const bench = await openBench();
    const item = await bench.accept('message', { text: '你好' });
    const { store, conversation, clock } = bench;
    const lease = await store.acquireLease(conversation, 'other', 60_000, new Date(clock.now()).toISOString());
    const [waiting] = await store.inbox(conversation, 1);
    const writing = handleGivenUp(await bench.state(), waiting!, 'round_1', DIED);
    await drive(writing, { store, lease: lease!, sequence: 0, round: 'round_1', engine: 'test@1', clock });

    expect((await store.outbox(conversation)).map(({ data }) => data.text).join()).toContain('抱歉');
    expect(await store.setAsideItems()).toMatchObject([{ item, lastError: DIED }]);
  });
});
