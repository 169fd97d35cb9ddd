import { openBench } from '@rolecall/employee/testing';
import { describe, expect, it } from 'vitest';
import { createConversationStates } from './conversation-states.ts';

describe('folded conversations', () => {
  it('are what the whole journal folds to, and only what is new is read', async () => {
    const bench = await openBench({ script: () => '好的。' });
    const reads: number[] = [];
    const states = createConversationStates({
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
