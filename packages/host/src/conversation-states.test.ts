import { openBench } from '@rolecall/employee/testing';
import { describe, expect, it } from 'vitest';
import { createConversationStates } from './conversation-states.ts';

describe('folded conversations', () => {
  it('are what the whole journal folds to, and only what is new is read', async () => {
    const bench = await openBench({ script: () => '好的。' });
    const reads: number[] = [];
    const states = createConversationStates({
      ...bench.store,
      entries: (conversation, after = 0) => {
        reads.push(after);
        return bench.store.entries(conversation, after);
      },
    });
    for (const text of ['你好', '在吗']) {
      await bench.say(text);
      expect(await states.current(bench.conversation, 'zh')).toEqual(await bench.state());
    }
    expect(reads[0]).toBe(0);
    expect(reads[1]).toBeGreaterThan(0);
  });

  it('are folded from their last checkpoint on, and one is written once the journal has grown', async () => {
    const bench = await openBench({ script: () => '好的。' });
    const reads: number[] = [];
    const store = {
      ...bench.store,
      entries: (conversation: string, after = 0) => {
        reads.push(after);
        return bench.store.entries(conversation, after);
      },
    };
    const states = createConversationStates(store);
    const at = new Date(bench.clock.now()).toISOString();
    for (let round = 0; (await bench.store.checkpoint(bench.conversation)) === undefined && round < 40; round++) {
      await bench.say(`第 ${round} 句`);
      const lease = await bench.store.acquireLease(bench.conversation, 'test', 1_000, at);
      if (!lease) throw new Error('no lease');
      reads.length = 0;
      expect(await states.closed(lease, 'zh', at)).toEqual(await bench.state());
      expect(reads).toHaveLength(1);
      await bench.store.releaseLease(lease);
    }
    const checkpoint = await bench.store.checkpoint(bench.conversation);
    expect(checkpoint?.sequence).toBeGreaterThanOrEqual(50);
    await bench.say('再见');

    reads.length = 0;
    expect(await createConversationStates(store).current(bench.conversation, 'zh')).toEqual(await bench.state());
    expect(reads).toEqual([checkpoint?.sequence]);
  });

  it('that a newer Rolecall has written are folded anew, and refused when that cannot be', async () => {
    const bench = await openBench({ script: () => '好的。' });
    await bench.say('你好');
    const at = new Date(bench.clock.now()).toISOString();
    const lease = await bench.store.acquireLease(bench.conversation, 'test', 1_000, at);
    const { sequence } = await bench.state();
    const draft = { conversation: bench.conversation, fence: lease?.fence ?? 0, at, sequence, version: 99, state: {} };
    await bench.store.writeCheckpoint(draft);
    const current = () => createConversationStates(bench.store).current(bench.conversation, 'zh');
    expect(await current()).toEqual(await bench.state());

    await bench.store.writeCheckpoint({ ...draft, cut: { entries: sequence, evidence: sequence, until: at } });
    await expect(current()).rejects.toMatchObject({ code: 'checkpoint_unreadable' });
  });

  it('are kept, those used last, as long as they are not too large together', async () => {
    const benches = await Promise.all([1, 2, 3].map(() => openBench({ script: () => '好的。' })));
    for (const bench of benches) for (const text of ['你好', '在吗', '再见']) await bench.say(text);
    const journals = new Map(benches.map((bench, index) => [`c${index}`, bench]));
    const bench = (name: string) => journals.get(name)!;
    const reads: string[] = [];
    const store = {
      ...benches[0]!.store,
      checkpoint: async () => undefined,
      entries: (name: string, after = 0) => {
        if (after === 0) reads.push(name);
        return bench(name).store.entries(bench(name).conversation, after);
      },
    };
    const { rounds } = await benches[0]!.state();
    const each = rounds.reduce((count, { entries }) => count + entries.length, 0);

    const foldedAnew = async (most: number, order: readonly string[]): Promise<readonly string[]> => {
      const states = createConversationStates(store, most);
      reads.length = 0;
      for (const name of order) expect(await states.current(name, 'zh')).toEqual(await bench(name).state());
      return [...reads];
    };
    expect(await foldedAnew(each * 3, ['c0', 'c1', 'c2', 'c0', 'c1', 'c2'])).toEqual(['c0', 'c1', 'c2']);
    expect(await foldedAnew(each * 2, ['c0', 'c1', 'c0', 'c2', 'c0', 'c1'])).toEqual(['c0', 'c1', 'c2', 'c1']);
    expect(await foldedAnew(1, ['c0', 'c0', 'c1', 'c1', 'c0'])).toEqual(['c0', 'c1', 'c0']);
  });

  it('are folded anew once they were forgotten', async () => {
    const bench = await openBench({ script: () => '好的。' });
    await bench.say('你好');
    const states = createConversationStates(bench.store);
    const before = await states.current(bench.conversation, 'zh');
    states.forget(bench.conversation);
    const again = await states.current(bench.conversation, 'zh');
    expect(again).not.toBe(before);
    expect(again).toEqual(before);
  });
});
