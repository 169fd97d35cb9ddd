import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { STRATEGY_KEYS } from '@rolecall/rolepack';
import { describe, expect, it } from 'vitest';
import { agentTool, arrangeAgent, packOf, textsOf, toolNamesOf } from '../testing/arrange-agent.ts';
import { type Script, scriptedModel } from '../testing/scripted-model.ts';

const read = agentTool('look', 'read', ({ input }) => ({ output: { saw: input.n ?? null } }));
const look = (n = 1) => ({ name: 'look', input: { n } });

/** Runs one message under a strategy and under none. */
async function under(strategy: object, script: Script, tools = [read]) {
  const pack = await packOf(strategy);
  const { agent, model } = arrangeAgent(script, { rolePack: pack, tools });
  const conversation = agent.conversation();
  return { reply: await conversation.send('开始'), model, conversation, agent };
}

describe('every strategy key makes its difference', () => {
  it('the table names no consumer for a key without a test of its own', () => {
    const titles = ['strategy.test.ts', 'agent-memory.test.ts'].flatMap((file) =>
      [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^ {2}it\('([^']*)'/gm)].map(
        ([, title]) => title,
      ),
    );
    const consumed = Object.values(STRATEGY_KEYS).flatMap((keys) =>
      Object.entries<{ readonly consumer: string | undefined }>(keys).flatMap(([key, { consumer }]) =>
        consumer ? [key] : [],
      ),
    );
    expect(consumed.filter((key) => !titles.some((title) => title?.match(/\w+/g)?.includes(key)))).toEqual([]);
  });

  it('toolMode: block offers no tool at all', async () => {
    const { model } = await under({ act: { toolMode: 'block' } }, ['好']);
    expect(model.calls[0]?.tools).toBeUndefined();
    expect(toolNamesOf((await under({}, ['好'])).model.calls[0])).toContain('look');
  });

  it('temperature goes to the model', async () => {
    expect((await under({ act: { temperature: 0.3 } }, ['好'])).model.calls[0]?.temperature).toBe(0.3);
    expect((await under({}, ['好'])).model.calls[0]?.temperature).toBeUndefined();
  });

  it('outputLimit goes to the model, never beyond the window', async () => {
    expect((await under({ act: { outputLimit: 700 } }, ['好'])).model.calls[0]?.maxOutputTokens).toBe(700);
    expect((await under({}, ['好'])).model.calls[0]?.maxOutputTokens).toBeUndefined();
  });

  it('streaming: non-streaming asks for the answer whole', async () => {
    const { doStream, doGenerate, ...rest } = scriptedModel(() => '好');
    for (const [streaming, expected] of [
      ['streaming', 'streamed'],
      ['non-streaming', 'whole'],
    ]) {
      const asked: string[] = [];
      const model = {
        ...rest,
        doStream: async (request: LanguageModelV4CallOptions) => {
          asked.push('streamed');
          return doStream(request);
        },
        doGenerate: async (request: LanguageModelV4CallOptions) => {
          asked.push('whole');
          return doGenerate(request);
        },
      };
      const { agent } = arrangeAgent([], { model, rolePack: await packOf({ act: { streaming } }) });
      expect((await agent.conversation().send('你好')).text).toBe('好');
      expect(asked).toEqual([expected]);
    }
  });

  it('toolStepLimit ends a round after so many steps with calls, with a last message', async () => {
    const { reply, model } = await under({ act: { toolStepLimit: 2 } }, (request, number) =>
      request.tools ? { calls: [look(number)] } : '做到一半',
    );
    expect(reply).toMatchObject({ end: 'step_limit', text: '做到一半', problem: { code: 'step_limit' } });
    expect(model.calls).toHaveLength(3);
  });

  it('multiStepReasoning: manual ends after each step with calls and goes on when the user says so', async () => {
    const script: Script = [{ text: '先看一处', calls: [look()] }, '看完了'];
    const { reply, conversation, model } = await under({ act: { multiStepReasoning: 'manual' } }, script);
    expect(reply).toMatchObject({ end: 'step_limit', text: '先看一处', problem: { code: 'step_done' } });
    expect(await conversation.send('继续')).toMatchObject({ end: 'natural', text: '看完了' });
    expect(textsOf(model.calls[1])).toContain('{"saw":1}');
    expect((await under({}, script)).reply).toMatchObject({ end: 'natural', text: '看完了' });
  });

  it('a silent step by step says what ran', async () => {
    const { reply } = await under({ act: { multiStepReasoning: 'manual' } }, [{ calls: [look()] }]);
    expect(reply.text).toContain('look');
  });

  it('toolReadonly leaves only reads', async () => {
    const tools = [read, agentTool('write', 'write', () => ({ output: 'x' }))];
    const { model } = await under({ act: { toolReadonly: 'readonly' } }, ['好'], tools);
    expect(toolNamesOf(model.calls[0])).not.toContain('write');
    expect(toolNamesOf((await under({}, ['好'], tools)).model.calls[0])).toContain('write');
  });

  it('toolApproval: confirm asks before each effect, and runs what was shown once', async () => {
    const ran: unknown[] = [];
    const write = agentTool('write', 'write', ({ input }) => {
      ran.push(input);
      return { output: 'written' };
    });
    const script: Script = [{ calls: [{ name: 'write', input: { to: 'a.txt' } }] }, '写好了'];
    const { reply, conversation, model } = await under({ act: { toolApproval: 'confirm' } }, script, [write]);
    expect(ran).toEqual([]);
    expect(reply.end).toBe('ended_by_tool');
    expect(reply.text).toContain('a.txt');
    const [approval] = reply.approvals;
    expect(await conversation.decide(approval?.id ?? '', 'approve')).toMatchObject({ end: 'natural', text: '写好了' });
    expect(ran).toEqual([{ to: 'a.txt' }]);
    expect(textsOf(model.calls[1]).at(-1)).toContain('written');
    await under({}, script, [write]);
    expect(ran).toHaveLength(2);
  });

  it('selfReview looks over the answer once, and only if a tool ran', async () => {
    const script: Script = [{ calls: [look()] }, '草稿', '定稿'];
    const { reply, model, conversation } = await under({ reflect: { selfReview: 5 } }, script);
    expect(reply.text).toBe('定稿');
    expect(model.calls).toHaveLength(3);
    expect(textsOf(model.calls[2])).toContain('草稿');
    const plain = await under({ reflect: { selfReview: 1 } }, ['直接回答']);
    expect(plain.reply.text).toBe('直接回答');
    expect(plain.model.calls).toHaveLength(1);
    expect((await under({}, script)).reply.text).toBe('草稿');
    expect(conversation.id).not.toBe('');
  });

  it('a draft that was reviewed is not in the history, and stands where the review fails', async () => {
    const pack = await packOf({ reflect: { selfReview: 1 }, global: { errorHandling: 'stop' } });
    const { agent, model } = arrangeAgent(
      [{ calls: [look()] }, '草稿', { error: { status: 500 } }, { calls: [look(2)] }, '草稿二', '定稿二', '再会'],
      { rolePack: pack, tools: [read] },
    );
    const conversation = agent.conversation();
    expect(await conversation.send('一')).toMatchObject({ end: 'natural', text: '草稿' });
    expect(await conversation.send('二')).toMatchObject({ text: '定稿二' });
    await conversation.send('三');
    const texts = textsOf(model.calls.at(-1));
    expect(texts).toContain('草稿');
    expect(texts).toContain('定稿二');
    expect(texts).not.toContain('草稿二');
  });

  it('userFollowup offers ask_user, for the reasons of askOn and at most askLimit times a task', async () => {
    const ask = (reason: string) => ({ calls: [{ name: 'ask_user', input: { question: '哪一天？', reason } }] });
    const strategy = { reflect: { userFollowup: 'ask' }, global: { askOn: ['missing_info'], askLimit: 2 } };
    const { reply, conversation, model } = await under(strategy, [
      ask('missing_info'),
      ask('decision'),
      ask('missing_info'),
      ask('missing_info'),
      '按明天处理',
      '好',
    ]);
    expect(reply).toMatchObject({ end: 'ended_by_tool', text: '哪一天？', question: { reason: 'missing_info' } });
    const second = await conversation.send('不知道', { answers: reply.question?.id });
    expect(second.text).toBe('哪一天？');
    expect(textsOf(model.calls[2]).join()).toContain('reason_not_allowed');
    expect(await conversation.send('随便')).toMatchObject({ end: 'natural', text: '按明天处理' });
    expect(textsOf(model.calls[4]).join()).toContain('ask_limit_reached');
    expect(toolNamesOf((await under({}, ['好'])).model.calls[0])).not.toContain('ask_user');
  });

  it('another message instead of an answer lets the question lapse, and the model is told', async () => {
    const ask = { calls: [{ name: 'ask_user', input: { question: '哪一天？', reason: 'missing_info' } }] };
    const strategy = { reflect: { userFollowup: 'ask' } };
    const { conversation, model } = await under(strategy, [ask, '好的', '嗯']);
    await conversation.send('换个话题');
    expect(textsOf(model.calls[1]).join()).toContain('已失效');
    expect(textsOf(model.calls[1]).at(-1)).toBe('换个话题');
    expect((await conversation.pending()).question).toBeUndefined();
    await conversation.send('再来');
    expect(textsOf(model.calls[2]).join()).not.toContain('已失效');
  });

  it('errorHandling: retry asks again, degrade answers without tools, stop ends', async () => {
    const broken = { error: { status: 503 } };
    expect((await under({ global: { errorHandling: 'retry' } }, [broken, '好'])).reply.text).toBe('好');
    const degraded = await under({ global: { errorHandling: 'degrade' } }, [broken, '先这样']);
    expect(degraded.reply).toMatchObject({ end: 'natural', text: '先这样' });
    expect(degraded.model.calls[1]?.tools).toBeUndefined();
    const stopped = await under({ global: { errorHandling: 'stop' } }, [broken, '好']);
    expect(stopped.reply).toMatchObject({ end: 'model_failed' });
    expect(stopped.model.calls).toHaveLength(1);
  });

  it('tokenBudget and stepBudget end a round with a wrap-up', async () => {
    const usage = { inputTokens: 600, outputTokens: 10 };
    const tokens = await under({ global: { tokenBudget: 1_000 } }, (request, number) =>
      request.tools ? { calls: [look(number)], usage } : '收尾',
    );
    expect(tokens.reply).toMatchObject({ text: '收尾', problem: { code: 'token_limit' } });
    expect(tokens.model.calls).toHaveLength(3);
    const calls = await under({ global: { stepBudget: 2 } }, (request, number) =>
      request.tools ? { calls: [look(number), look(number + 50)] } : '收尾',
    );
    expect(calls.reply).toMatchObject({ text: '收尾', problem: { code: 'call_limit' } });
    expect(calls.model.calls).toHaveLength(2);
  });

  it('contextLimit lowers the window', async () => {
    const long = '很长的一段话。'.repeat(900);
    expect((await under({ global: { contextLimit: 2_000 } }, ['好'])).reply.end).toBe('natural');
    const pack = await packOf({ global: { contextLimit: 2_000 } });
    const { agent, model } = arrangeAgent(['好'], { rolePack: pack });
    expect(await agent.conversation().send(long)).toMatchObject({
      end: 'refused',
      problem: { code: 'input_too_long' },
    });
    expect(model.calls).toHaveLength(0);
    expect(await arrangeAgent(['好']).agent.conversation().send(long)).toMatchObject({ end: 'natural' });
  });
});
