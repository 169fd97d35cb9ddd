import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { openMemory } from '../memory/testing/remembered.ts';
import { agentTool, arrangeAgent, packOf, RULES, textsOf } from '../testing/arrange-agent.ts';
import { summaryOf } from '../testing/builders.ts';
import { orphansIn } from '../testing/orphans.ts';
import { chineseText, realTokens } from '../testing/real-tokens.ts';
import type { ScriptedStep } from '../testing/scripted-model.ts';

const compress = { name: 'compress_context', input: {} };
const look = (n: number) => ({ name: 'look', input: { n } });
const lookTool = agentTool('look', 'read', ({ input }) => ({
  output: { n: input.n ?? null, saw: '库存充足'.repeat(40) },
}));

describe('cases from the field', () => {
  it('400 Chinese rounds of 300 to 3,000 characters at a 32k window: every request within it, nothing rejected', async () => {
    const windowTokens = 32_000;
    const { agent, model } = arrangeAgent((_, number) => chineseText(200 + ((number * 7_919) % 1_000), number), {
      memory: openMemory(),
      rolePack: await packOf({}),
      limits: { windowTokens },
    });
    const conversation = agent.conversation();
    const counts = { o200k: realTokens(encodeO200k), cl100k: realTokens(encodeCl100k) };
    let most = 0;
    for (let round = 1; round <= 400; round++) {
      const reply = await conversation.send(chineseText(300 + ((round * 104_729) % 2_701), round));
      expect(reply.end).toBe('natural');
      await conversation.settled();
      const request = model.calls.at(-1);
      for (const count of Object.values(counts)) most = Math.max(most, count(request));
      expect(most).toBeLessThanOrEqual(windowTokens);
    }
    expect(model.calls).toHaveLength(400);
    // The window is used, and not merely kept to.
    expect(most).toBeGreaterThan(windowTokens * 0.5);
  }, 60_000);

  it('an output limit as large as the window: at most one compress, then an end', async () => {
    const { agent, model } = arrangeAgent(({ tools }) => (tools ? { calls: [compress] } : '收尾'), {
      rolePack: await packOf({ act: { outputLimit: 8_000 } }),
      limits: { windowTokens: 8_000, maxIterations: 20 },
    });
    const conversation = agent.conversation();
    const reply = await conversation.send('开始');
    expect(reply.text).not.toBe('');
    expect(model.calls.length).toBeLessThan(10);
    for (const call of model.calls) expect(call.maxOutputTokens).toBeLessThan(8_000);
  });

  it('a persona of 90 % of the window is refused before anything is sent', async () => {
    const { agent, model } = arrangeAgent([], {
      rolePack: await packOf({}, { 'persona.md': '角'.repeat(6_000) }),
      limits: { windowTokens: 8_000 },
    });
    const reply = await agent.conversation().send('你好');
    expect(reply).toMatchObject({ end: 'refused', problem: { code: 'context_too_small' } });
    expect(model.calls).toHaveLength(0);
  });

  for (const parallel of [1, 2, 3, 4]) {
    it(`two compressions in a row beside ${parallel} parallel calls: no orphan, the second has nothing to do`, async () => {
      const calls = Array.from({ length: parallel }, (_, n) => look(n));
      const steps: ScriptedStep[] = [
        ...Array.from({ length: 6 }, (_, n) => `第${n}次答复${'，很长的内容'.repeat(60)}`),
        { calls: [...calls, compress] },
        summaryOf('之前谈了六件事：A、B、C、D、E、F。'),
        { calls: [compress, ...calls.map(({ input }) => look(input.n + 10))] },
        '完成',
      ];
      const { agent, model } = arrangeAgent(steps, { tools: [lookTool] });
      const conversation = agent.conversation();
      for (let round = 0; round < 6; round++) await conversation.send(`问题${round}${'，细节'.repeat(80)}`);
      expect(await conversation.send('现在总结')).toMatchObject({ end: 'natural', text: '完成' });
      for (const { prompt } of model.calls) expect(orphansIn(prompt)).toEqual([]);
      const last = textsOf(model.calls.at(-1));
      expect(last.filter((text) => text.includes('之前谈了六件事'))).toHaveLength(1);
      expect(last.some((text) => text.includes('问题3'))).toBe(false);
      expect(last).toContain('现在总结');
      expect(last.join()).toContain('nothing_to_compress');
      // The summary was for this round only: the next one has the rounds again.
    });
  }

  it('what was compressed is there again in the next round', async () => {
    const { agent, model } = arrangeAgent(['一', '二', { calls: [compress] }, summaryOf('谈了两件事。'), '好', '再见']);
    const conversation = agent.conversation();
    await conversation.send(`第一件事${'，说明'.repeat(50)}`);
    await conversation.send(`第二件事${'，说明'.repeat(50)}`);
    await conversation.send('压缩');
    await conversation.send('还在吗');
    const texts = textsOf(model.calls.at(-1)).join('\n');
    expect(texts).toContain('第二件事');
    expect(texts).not.toContain('［以上对话的压缩摘要］');
  });

  it('a tool result of 700,000 characters: head, tail and a reference that reads to the end', async () => {
    const huge = `${Array.from({ length: 70_000 }, (_, n) => `行${String(n).padStart(7, '0')}\n`).join('')}𠮷尾`;
    const tool = agentTool('dump', 'read', () => ({ output: huge }));
    let reference = '';
    const { agent, model } = arrangeAgent(
      [
        { calls: [{ name: 'dump', input: {} }] },
        ({ prompt }) => {
          reference = /reference=\\?"(result_\w+)/.exec(JSON.stringify(prompt))?.[1] ?? '';
          return { calls: [{ name: 'read_result', input: { reference, find: '行0050000' } }] };
        },
        '读完了',
        () => ({ calls: [{ name: 'read_result', input: { reference, offset: huge.length - 3 } }] }),
        '好',
      ],
      { tools: [tool], limits: { windowTokens: 32_000 } },
    );
    const conversation = agent.conversation();
    expect(await conversation.send('导出')).toMatchObject({ end: 'natural', text: '读完了' });
    const [, second, third] = model.calls.map((call) => textsOf(call).join('\n'));
    expect(second).toContain('行0000000');
    expect(second).toContain('𠮷尾');
    expect(second?.length).toBeLessThan(20_000);
    expect(third).toContain('行0050001');
    await conversation.park();
    await conversation.send('结尾是什么');
    expect(textsOf(model.calls.at(-1)).at(-1)).toContain('𠮷尾');
  });

  it('two messages at once on each of 50 conversations: all answered, in order', async () => {
    const { agent } = arrangeAgent(({ prompt }) => `答：${textsOf({ prompt }).at(-1)}`);
    const conversations = Array.from({ length: 50 }, (_, index) => agent.conversation(`c${index}`));
    const replies = await Promise.all(
      conversations.flatMap((conversation) => [conversation.send('甲'), conversation.send('乙')]),
    );
    expect(replies.map(({ text }) => text)).toEqual(conversations.flatMap(() => ['答：甲', '答：乙']));
  });

  it('has no clock in the prefix', async () => {
    let now = 0;
    const { agent, model } = arrangeAgent(() => '好', {
      rolePack: await packOf({}),
      clock: { now: () => (now += 86_400_000) },
    });
    const conversation = agent.conversation();
    for (const text of ['一', '二', '三']) await conversation.send(text);
    const requests = model.calls.map(({ prompt }) => JSON.stringify(prompt).slice(0, -1));
    const prefix = (index: number) => requests[index]?.slice(0, requests[index]?.lastIndexOf('{"role":"user"')) ?? '';
    expect(requests[1]?.startsWith(prefix(0))).toBe(true);
    expect(requests[2]?.startsWith(prefix(1))).toBe(true);
    expect(JSON.stringify(requests)).not.toMatch(/19[7-9]\d-|T\d\d:\d\d/);
  });

  it('rules are intact after every kind of compaction', async () => {
    const { agent, model } = arrangeAgent(
      ({ tools, prompt }, number) => {
        if (!tools) return summaryOf('摘要');
        return number % 3 === 1 && prompt.at(-1)?.role === 'user'
          ? { calls: [compress, look(number)] }
          : '答'.repeat(300);
      },
      { rolePack: await packOf({}), memory: openMemory(), tools: [lookTool], limits: { windowTokens: 4_000 } },
    );
    const conversation = agent.conversation();
    for (let round = 0; round < 30; round++) {
      await conversation.send(`问${round}${'，内容'.repeat(100)}`);
      await conversation.settled();
    }
    const rounds = model.calls.filter(({ tools }) => tools !== undefined);
    expect(rounds.length).toBeGreaterThan(30);
    for (const { prompt } of rounds) expect(prompt[0]?.role === 'system' && prompt[0].content).toContain(RULES);
  });

  for (const term of ['用户', '库存', 'gen', '重跑']) {
    it(`a search for ${term} finds`, async () => {
      const memory = openMemory();
      const { agent, model } = arrangeAgent(
        [
          '用户表加了一列，库存同步走 gen 任务，失败时重跑一次。',
          '今天天气不错。',
          { calls: [{ name: 'memory_search', input: { query: term } }] },
          '找到了',
        ],
        { memory },
      );
      const talk = agent.conversation('past');
      await talk.send('数据管道改了什么？');
      await talk.send('天气呢？');
      await talk.settled();
      await agent.conversation('now').send('之前说过什么？');
      expect(textsOf(model.calls[3]).at(-1)).toContain('数据管道');
    });
  }

  it('a plain message while an approval is pending, then a denial: nothing runs, the history is valid', async () => {
    let effects = 0;
    const tools = [agentTool('write', 'write', () => ({ output: `effect ${++effects}` }))];
    const { agent, model } = arrangeAgent(
      [{ calls: [{ name: 'write', input: { to: 'a' } }] }, '先聊这个', '那就不写了', '好'],
      {
        rolePack: await packOf({ act: { toolApproval: 'confirm' } }),
        tools,
      },
    );
    const conversation = agent.conversation();
    const { approvals } = await conversation.send('写文件');
    expect(await conversation.send('等等，先问个别的')).toMatchObject({ text: '先聊这个' });
    expect(textsOf(model.calls[1]).join()).toContain('等待用户批准');
    expect((await conversation.pending()).approvals).toEqual(approvals);
    expect(await conversation.decide(approvals[0]?.id ?? '', 'deny')).toMatchObject({
      end: 'natural',
      text: '那就不写了',
    });
    expect(textsOf(model.calls[2]).at(-1)).toContain('没有批准');
    expect((await conversation.decide(approvals[0]?.id ?? '', 'approve')).end).toBe('natural');
    expect(textsOf(model.calls[3]).at(-1)).toContain('没有操作在等待批准');
    expect(effects).toBe(0);
    for (const { prompt } of model.calls) expect(orphansIn(prompt)).toEqual([]);
  });
});
