import { describe, expect, it } from 'vitest';
import type { MemoryPort } from '../memory/memory-port.ts';
import { openMemory } from '../memory/testing/remembered.ts';
import { arrangeAgent, packOf, textsOf, toolNamesOf } from '../testing/arrange-agent.ts';
import { scriptedModel } from '../testing/scripted-model.ts';

const summary = (text: string) => JSON.stringify({ type: 'fact', text, verbatim: [], subject: '' });

async function talk(rounds: number, options: Parameters<typeof arrangeAgent>[1], conversationId = 'c') {
  const { agent, model } = arrangeAgent((_, number) => `答复${number}：${'说明'.repeat(30)}`, options);
  const conversation = agent.conversation(conversationId);
  for (let number = 1; number <= rounds; number++) {
    await conversation.send(`第${number}个问题，订单#W${number}000，${'细节'.repeat(30)}`);
    await conversation.settled();
  }
  return { agent, model, conversation };
}

describe('memory of an agent', () => {
  it('summary: on leaves one summary a round; off leaves none', async () => {
    const on = openMemory();
    await talk(3, { memory: on });
    expect(await on.list()).toHaveLength(3);
    const off = openMemory();
    await talk(3, { memory: off, rolePack: await packOf({ reflect: { summary: 'off' } }) });
    expect(await off.list()).toHaveLength(0);
  });

  it('summaryFocus replaces the general framing; form and types stay', async () => {
    const asked = async (strategy: object) => {
      const summaryModel = scriptedModel(() => summary('记下了'));
      await talk(1, { memory: openMemory(), summaryModel, rolePack: await packOf(strategy) });
      return textsOf(summaryModel.calls[0])[0] ?? '';
    };
    const focused = await asked({ prepare: { summaryFocus: '只记菜名和忌口' } });
    const general = await asked({});
    expect(focused).toContain('只记菜名和忌口');
    expect(general).not.toContain('只记菜名和忌口');
    for (const text of [focused, general]) expect(text).toContain('preference | decision | intent | fact | general');
    expect(focused.length).toBeLessThan(general.length);
  });

  it('the reply does not wait for its summary, and a message meanwhile loses nothing', async () => {
    const memory = openMemory();
    const gate = Promise.withResolvers<void>();
    const slow: MemoryPort = {
      ...memory,
      remember: async (draft) => {
        await gate.promise;
        return memory.remember(draft);
      },
    };
    const { agent } = arrangeAgent(['一', '二'], { memory: slow });
    const conversation = agent.conversation();
    expect((await conversation.send('甲')).text).toBe('一');
    expect((await conversation.send('乙')).text).toBe('二');
    expect(await memory.list()).toHaveLength(0);
    gate.resolve();
    await conversation.settled();
    expect(await memory.list()).toHaveLength(2);
  });

  it('a client that sends a message again, with its id, doubles neither answer nor summary', async () => {
    const memory = openMemory();
    const { agent, model } = arrangeAgent(['一', '二'], { memory });
    const conversation = agent.conversation();
    const replies = await Promise.all([1, 2, 3].map(() => conversation.send('甲', { id: 'm1' })));
    replies.push(await conversation.send('甲', { id: 'm1' }));
    await conversation.settled();
    expect(new Set(replies.map(({ round }) => round)).size).toBe(1);
    expect(model.calls).toHaveLength(1);
    expect(await memory.list()).toHaveLength(1);
  });

  it('a client that sends all of its messages again each time, with their ids, doubles no summary', async () => {
    const memory = openMemory();
    const { agent, model } = arrangeAgent((_, number) => `答复${number}`, { memory });
    const conversation = agent.conversation();
    for (let newest = 1; newest <= 9; newest++) {
      for (let number = 1; number <= newest; number++) {
        const { text } = await conversation.send(`第${number}句，订单#W${number}000`, { id: `m${number}` });
        expect(text).toBe(`答复${number}`);
      }
      await conversation.settled();
    }
    expect(model.calls).toHaveLength(9);
    const kept = await memory.list();
    expect(kept.map(({ original }) => original.reply)).toEqual(Array.from({ length: 9 }, (_, at) => `答复${at + 1}`));
    const last = textsOf(model.calls.at(-1)).join('\n');
    for (let number = 1; number <= 9; number++) expect(last.split(`#W${number}000`)).toHaveLength(2);
  });

  it('a client that echoes the transcript as one text leaves one summary a round, and no round is put in twice', async () => {
    const memory = openMemory();
    const { agent, model } = arrangeAgent((_, number) => `答复${number}`, { memory });
    const conversation = agent.conversation();
    let transcript = '';
    for (let number = 1; number <= 9; number++) {
      transcript += `用户：第${number}句\n`;
      const { text } = await conversation.send(number === 1 ? '第1句' : transcript.trimEnd());
      await conversation.settled();
      transcript += `助手：${text}\n`;
    }
    const kept = await memory.list();
    expect(new Set(kept.map(({ summary: { round } }) => round)).size).toBe(9);
    expect(kept).toHaveLength(9);
    const last = textsOf(model.calls.at(-1));
    const inputs = last.filter((text) => text.startsWith('用户：') || text === '第1句');
    const summaries = last.filter((text) => text.startsWith('［较早一轮的摘要］'));
    // Each earlier round stands there once, as it was or as its summary, and the message itself.
    expect(inputs.length + summaries.length).toBe(9);
    expect(new Set([...inputs, ...summaries]).size).toBe(9);
  });

  it('rounds give way to their summaries by count: the newest stay, the first is exempt, in steps', async () => {
    const replaced: number[][] = [];
    const { model } = await talk(21, { memory: openMemory() });
    for (const call of model.calls) {
      const texts = textsOf(call);
      replaced.push(texts.flatMap((text, index) => (text.startsWith('［较早一轮的摘要］') ? [index] : [])));
    }
    const counts = replaced.map(({ length }) => length);
    // Before round n there are n - 1 rounds: of 10 the first stays and four give way, of 15 nine, of 20 fourteen.
    expect(counts).toEqual([...Array(10).fill(0), ...Array(5).fill(4), ...Array(5).fill(9), 14]);
    const last = textsOf(model.calls.at(-1));
    expect(last[0]).toContain('第1个问题');
    expect(last.filter((text) => text.includes('个问题') && !text.startsWith('［较早'))).toHaveLength(7);
  });

  it('keep and step are options of the host', async () => {
    const { model } = await talk(6, { memory: openMemory(), limits: { replace: { keepRounds: 1, stepRounds: 2 } } });
    const count = textsOf(model.calls.at(-1)).filter((text) => text.startsWith('［较早一轮的摘要］')).length;
    expect(count).toBe(3);
  });

  it('a very short summary says how to see the original', async () => {
    const summaryModel = scriptedModel(() => summary('短。'));
    const { model } = await talk(12, { memory: openMemory(), summaryModel });
    const short = textsOf(model.calls.at(-1)).filter((text) => text.startsWith('［较早一轮的摘要］'));
    expect(short.length).toBeGreaterThan(0);
    expect(short.some((text) => text.includes('trace_summary'))).toBe(true);
  });

  it('rounds in context are left out of a search, exactly', async () => {
    const memory = openMemory();
    const { conversation } = await talk(2, { memory });
    const past = await memory.list();
    const { agent, model } = arrangeAgent(
      [{ calls: [{ name: 'memory_search', input: { query: '订单#W1000' } }] }, '没有'],
      { memory },
    );
    // Another conversation: nothing of the first one is in its context.
    await agent.conversation('d').send('查一下');
    expect(textsOf(model.calls[1]).join()).toContain('W1000');
    expect(toolNamesOf(model.calls[0])).toEqual(
      expect.arrayContaining(['list_sessions', 'memory_search', 'trace_summary']),
    );
    expect(past.map(({ summary: { session } }) => session)).toEqual([conversation.id, conversation.id]);
  });

  it('what a memory failed to keep is made up for when its round has grown old', async () => {
    const memory = openMemory();
    let failures = 2;
    const failing: MemoryPort = {
      ...memory,
      remember: async (draft) => {
        if (failures-- > 0) throw new Error('The disk is full.');
        return memory.remember(draft);
      },
    };
    const problems: unknown[] = [];
    await talk(8, { memory: failing, onProblem: (problem) => problems.push(problem) });
    expect(problems).toHaveLength(2);
    expect(await memory.list()).toHaveLength(8);
  });

  it('leaves no summary of an aborted round', async () => {
    const memory = openMemory();
    const { agent } = arrangeAgent([{ text: '说到一半', hangs: true }], { memory });
    const conversation = agent.conversation();
    conversation.subscribe((event) => {
      if (event.type === 'text_delta') conversation.abort();
    });
    expect(await conversation.send('讲个长故事')).toMatchObject({ end: 'aborted', text: '说到一半' });
    await conversation.settled();
    expect(await memory.list()).toHaveLength(0);
  });

  it('nothing of persona, rules or skills enters memory', async () => {
    const memory = openMemory();
    await talk(2, { memory, rolePack: await packOf({}) });
    const kept = JSON.stringify(await memory.export());
    expect(kept).not.toContain('细心的撰稿人');
    expect(kept).not.toContain('规则内容');
  });
});
