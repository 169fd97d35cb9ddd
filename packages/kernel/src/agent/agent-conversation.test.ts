import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { agentTool, arrangeAgent, PERSONA, packOf, RULES, textsOf, toolNamesOf } from '../testing/arrange-agent.ts';
import { orphansIn } from '../testing/orphans.ts';
import type { AgentEvent } from './agent-events.ts';
import { memoryJournal } from './conversation-journal.ts';

const look = agentTool('look', 'read', ({ input }) => ({ output: input }));

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

describe('a conversation with an agent', () => {
  it('needs a model and nothing else', async () => {
    const { agent, model } = arrangeAgent(['你好！']);
    expect(await agent.conversation().send('你好')).toMatchObject({ end: 'natural', text: '你好！', approvals: [] });
    expect(model.calls[0]?.prompt).toHaveLength(1);
  });

  it('is found again by its id, whether it was given one or has told the one that it has', () => {
    const { agent } = arrangeAgent([]);
    const unnamed = agent.conversation();
    expect(agent.conversation(unnamed.id)).toBe(unnamed);
    expect(agent.conversation('c')).toBe(agent.conversation('c'));
    expect(agent.conversation()).not.toBe(unnamed);
  });

  it('is found by the id in its events, and by the one under which its host keeps it', async () => {
    const journal = memoryJournal();
    const written = new Set<string>();
    const append: typeof journal.append = (id, ...rest) => {
      written.add(id);
      return journal.append(id, ...rest);
    };
    const { agent } = arrangeAgent(['好', '好'], { journal: { ...journal, append } });
    const kept = agent.conversation();
    await kept.send('一');
    expect([...written].map((id) => agent.conversation(id))).toEqual([kept]);

    const { agent: other } = arrangeAgent(['好']);
    const heard = other.conversation();
    const ids = new Set<string>();
    heard.subscribe((event) => ids.add(event.conversation));
    await heard.send('一');
    expect([...ids].map((id) => other.conversation(id))).toEqual([heard]);
  });

  it('is waited for when the agent closes, also where nobody has asked for its id', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = agentTool('look', 'read', async () => {
      await answered;
      return { output: 'seen' };
    });
    const { agent } = arrangeAgent([{ calls: [{ name: 'look', input: {} }] }, '好'], { tools: [slow] });
    const told: string[] = [];
    const sending = agent
      .conversation()
      .send('看')
      .then(() => told.push('reply'));
    const closing = agent.close().then(() => told.push('closed'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([]);
    answer();
    await Promise.all([sending, closing]);
    expect(told).toContain('closed');
    expect(told[0]).toBe('reply');
  });

  it('that was parked holds nothing of what was said', async () => {
    const journal = memoryJournal();
    const refs: WeakRef<object>[] = [];
    const copying: typeof journal = {
      ...journal,
      readBack: async (...call) => {
        const page = structuredClone(await journal.readBack(...call));
        for (const { data } of page) if (Array.isArray(data.results)) refs.push(new WeakRef(data.results));
        return page;
      },
    };
    const script = [{ calls: [{ name: 'look', input: {} }] }, '好', '再好'];
    const { agent } = arrangeAgent(script, { journal: copying, tools: [look] });
    const conversation = agent.conversation('c');
    await conversation.send('看');
    await conversation.park();
    await conversation.send('再看');
    expect(refs).toHaveLength(1);
    await conversation.park();
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(refs.filter((ref) => ref.deref() !== undefined)).toEqual([]);
    expect(conversation.id).toBe('c');
  });

  it('tells what happens, each event with the sequence of the journal', async () => {
    const { agent } = arrangeAgent([{ calls: [{ name: 'look', input: {} }] }, '好'], { tools: [look] });
    const conversation = agent.conversation('c');
    const events: AgentEvent[] = [];
    const stop = conversation.subscribe((event) => events.push(event));
    await conversation.send('看');
    stop();
    await conversation.send('再看').catch(() => undefined);
    expect(events.map(({ type }) => type)).toEqual([
      'input_accepted',
      'round_started',
      'step_started',
      'step_ended',
      'call_started',
      'call_ended',
      'step_started',
      'text_delta',
      'step_ended',
      'round_ended',
    ]);
    const sequences = events.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...sequences].sort((left, right) => left - right));
    expect(sequences[0]).toBeGreaterThan(0);
  });

  it('a window that cannot be is told, and 120,000 are used', async () => {
    const problems: unknown[] = [];
    const { agent, model } = arrangeAgent(['hi'], {
      limits: { windowTokens: 20_000_000 },
      onProblem: (problem) => problems.push(problem),
    });
    expect(await agent.conversation().send('hello')).toMatchObject({ end: 'natural' });
    expect(problems).toMatchObject([{ code: 'window_out_of_range', hint: expect.stringContaining('10000000') }]);
    expect(model.calls).toHaveLength(1);
  });

  it('an input over the limit is refused with advice, and leaves nothing behind', async () => {
    const { agent, model } = arrangeAgent(['好']);
    const conversation = agent.conversation();
    expect(await conversation.send('长'.repeat(20_001))).toMatchObject({
      end: 'refused',
      problem: { code: 'input_over_limit' },
    });
    expect((await conversation.send('长'.repeat(20_001))).text).toContain('文件');
    expect(model.calls).toHaveLength(0);
    const strict = arrangeAgent([], { limits: { inputCharacters: 5 } }).agent.conversation();
    expect((await strict.send('一二三四五六')).end).toBe('refused');
  });

  it('input that arrives while a round runs steers it where the host wants', async () => {
    const gate = Promise.withResolvers<void>();
    const slow = agentTool('slow', 'read', async () => {
      await gate.promise;
      return { output: 'done' };
    });
    const { agent, model } = arrangeAgent([{ calls: [{ name: 'slow', input: {} }] }, '按新的办了', '排队的'], {
      tools: [slow],
    });
    const conversation = agent.conversation();
    const started = Promise.withResolvers<void>();
    conversation.subscribe((event) => event.type === 'call_started' && started.resolve());
    const first = conversation.send('办一件事');
    await started.promise;
    const queued = conversation.send('下一件');
    const steered = conversation.send('改一下', { whileRunning: 'steer' });
    gate.resolve();
    expect((await first).text).toBe('按新的办了');
    expect((await steered).round).toBe((await first).round);
    expect((await queued).text).toBe('排队的');
    expect(textsOf(model.calls[1]).at(-1)).toBe('改一下');
  });

  it('a message is on record while the one before is still being answered', async () => {
    const { agent } = arrangeAgent([{ text: '说到一半', hangs: true }, '好']);
    const conversation = agent.conversation();
    const told: string[] = [];
    const { promise: both, resolve } = Promise.withResolvers<void>();
    conversation.subscribe(({ type }) => {
      told.push(type);
      if (told.includes('text_delta') && told.filter((one) => one === 'input_accepted').length === 2) resolve();
    });
    const replies = [conversation.send('一'), conversation.send('二')];
    await both;
    conversation.abort();
    expect((await Promise.all(replies)).map(({ end }) => end)).toEqual(['aborted', 'natural']);
  });

  it('abort before its round begins is an abort of what was sent, and of nothing that is sent later', async () => {
    const { agent, model } = arrangeAgent(['好', '好', '再会']);
    const conversation = agent.conversation();
    conversation.abort();
    expect((await conversation.send('零')).end).toBe('natural');
    const reply = conversation.send('一');
    conversation.abort();
    expect(await reply).toMatchObject({ end: 'aborted', text: '' });
    expect(model.calls).toHaveLength(1);
    const [first, second] = [conversation.send('二'), conversation.send('三')];
    conversation.abort();
    expect([(await first).end, (await second).end]).toEqual(['aborted', 'natural']);
    conversation.abort();
    expect(await conversation.send('四')).toMatchObject({ end: 'natural', text: '再会' });
    expect(textsOf(model.calls.at(-1)).filter((text) => ['一', '二', '三'].includes(text))).toEqual(['一', '二', '三']);
  });

  it('abort in the middle of a call leaves a valid history with what was said so far', async () => {
    const hanging = agentTool(
      'hang',
      'read',
      ({ signal }) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve({ output: 'stopped' }), { once: true });
        }),
    );
    const { agent, model } = arrangeAgent([{ text: '我先查', calls: [{ name: 'hang', input: {} }] }, '还在'], {
      tools: [hanging],
    });
    const conversation = agent.conversation();
    conversation.subscribe((event) => event.type === 'call_started' && conversation.abort());
    expect((await conversation.send('查')).end).toBe('aborted');
    expect((await conversation.send('在吗')).text).toBe('还在');
    expect(textsOf(model.calls[1])).toContain('我先查');
    for (const { prompt } of model.calls) expect(orphansIn(prompt)).toEqual([]);
  });

  it('「继续」 goes on from what the limit has left', async () => {
    const { agent, model } = arrangeAgent(
      ({ tools, prompt }, number) => {
        if (!tools) return '已看 2 处，还剩 3 处';
        return textsOf({ prompt }).at(-1) === '继续'
          ? '其余 3 处也看完了'
          : { calls: [{ name: 'look', input: { n: number } }] };
      },
      { tools: [look], limits: { maxIterations: 2 } },
    );
    const conversation = agent.conversation();
    expect(await conversation.send('看五处')).toMatchObject({ end: 'step_limit', text: '已看 2 处，还剩 3 处' });
    expect((await conversation.send('继续')).text).toBe('其余 3 处也看完了');
    expect(textsOf(model.calls.at(-1))).toEqual(
      expect.arrayContaining(['看五处', '{"n":1}', '已看 2 处，还剩 3 处', '继续']),
    );
  });

  it('a limit always leaves a last message, also of a model that says nothing', async () => {
    const { agent } = arrangeAgent(
      ({ tools }, number) => (tools ? { calls: [{ name: 'look', input: { n: number } }] } : ''),
      {
        tools: [look],
        limits: { maxIterations: 1 },
      },
    );
    const reply = await agent.conversation().send('看');
    expect(reply.text).toContain('look');
    expect(reply.text).toContain('尚未完成');
  });

  it('persona and rules stand in the prompt as they are written', async () => {
    const { agent, model } = arrangeAgent(['好'], { rolePack: await packOf({}), instructions: '你是 AI 助手。' });
    await agent.conversation().send('你好');
    const [system] = textsOf(model.calls[0]);
    for (const text of ['你是 AI 助手。', PERSONA, RULES]) expect(system).toContain(text);
  });

  it('is read again from its journal, as far as a request can hold, and the first round with it', async () => {
    const journal = memoryJournal();
    const options = { journal, limits: { windowTokens: 4_000 } };
    const one = arrangeAgent(() => '答'.repeat(200), options).agent.conversation('c');
    for (let round = 0; round < 150; round++) await one.send(`问${round}，${'细节'.repeat(60)}`);
    let read = 0;
    const counting = {
      ...journal,
      readBack: async (...args: Parameters<typeof journal.readBack>) => {
        const entries = await journal.readBack(...args);
        read += entries.length;
        return entries;
      },
    };
    const { agent, model } = arrangeAgent(['在', '在'], { ...options, journal: counting });
    await agent.conversation('c').send('最后');
    await one.park();
    const live = arrangeAgent(['在'], options);
    expect(live.model.calls).toHaveLength(0);
    expect(read).toBeLessThan(450);
    const texts = textsOf(model.calls[0]);
    expect(texts[0]).toContain('问0，');
    expect(texts.join()).toContain('问149，');
    expect(texts.join()).not.toContain('问60，');
  });

  it('keeps its task table over a restart, and reminds the model of it', async () => {
    const journal = memoryJournal();
    const plan = {
      tasks: [
        { id: '1', title: '查资料' },
        { id: 2, title: '写初稿', status: 'doing' },
      ],
    };
    const first = arrangeAgent([{ calls: [{ name: 'task_plan', input: plan }] }, '好'], { journal });
    await first.agent.conversation('c').send('安排');
    const second = arrangeAgent(
      [
        { calls: [{ name: 'task_plan', input: { tasks: [{ id: '1', status: 'done' }, { id: '9' }] } }] },
        { calls: [{ name: 'task_plan', input: { tasks: [{ id: '1', status: 'done' }] } }] },
        '好',
      ],
      { journal },
    );
    const conversation = second.agent.conversation('c');
    await conversation.send('第一项做完了');
    expect(textsOf(second.model.calls[0]).join()).toContain('[doing] 2: 写初稿');
    expect(textsOf(second.model.calls[1]).join()).toContain('要有 title');
    expect((await conversation.pending()).tasks).toEqual([
      { id: '1', title: '查资料', status: 'done' },
      { id: '2', title: '写初稿', status: 'doing' },
    ]);
  });
});

describe('skills', () => {
  const skill = (name: string, body: string) => `---\nname: ${name}\ndescription: 关于${name}\n---\n${body}`;
  const BODY = '第一步：𠮷。\n\n  第二步：不改一字👨‍👩‍👧\n';

  it('a skill that was read reaches the model byte for byte in every further request, also after a restart', async () => {
    const journal = memoryJournal();
    const rolePack = await packOf({}, { 'skills/write.md': skill('write', BODY), 'persona.md': '用 `write` 写作。' });
    const first = arrangeAgent([{ calls: [{ name: 'read_skill', input: { name: 'write' } }] }, '好'], {
      journal,
      rolePack,
    });
    await first.agent.conversation('c').send('写');
    expect(textsOf(first.model.calls[0])[0]).toContain('- `write`: 关于write');
    const text = textsOf(first.model.calls[1])[0]?.split('<skill name="write">\n')[1]?.split('\n</skill>')[0];
    expect(text?.trim()).toBe(BODY.trim());
    const second = arrangeAgent(['在'], { journal, rolePack });
    await second.agent.conversation('c').send('继续写');
    expect(textsOf(second.model.calls[0])[0]).toBe(textsOf(first.model.calls[1])[0]);
    const other = arrangeAgent(['在'], { journal, rolePack: await packOf({}, { 'persona.md': '另一个角色。' }) });
    await other.agent.conversation('c').send('换角色');
    expect(textsOf(other.model.calls[0])[0]).not.toContain('第二步');
  });

  it('the latest five are active', async () => {
    const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
    const files = Object.fromEntries(names.map((name) => [`skills/${name}.md`, skill(name, `正文${name}`)]));
    const rolePack = await packOf({}, files);
    const { agent, model } = arrangeAgent(
      [...names.map((name) => ({ calls: [{ name: 'read_skill', input: { name } }] })), '好'],
      { rolePack },
    );
    await agent.conversation().send('全读');
    const system = textsOf(model.calls.at(-1))[0] ?? '';
    expect(names.filter((name) => system.includes(`正文${name}`))).toEqual(names.slice(1));
  });

  it('never reads outside, and says what is wrong with a name', async () => {
    const rolePack = await packOf({}, { 'skills/write.md': skill('write', BODY), 'references/a.md': '附录' });
    const ask = (input: object) => ({ calls: [{ name: 'read_skill', input: input as never }] });
    const { agent, model } = arrangeAgent(
      [
        ask({ name: 'wirte' }),
        ask({ name: 'write', file: '../../etc/passwd' }),
        ask({ name: 'write', file: 'references/a.md' }),
        '好',
      ],
      { rolePack },
    );
    await agent.conversation().send('读');
    const texts = textsOf(model.calls.at(-1)).join('\n');
    expect(texts).toContain('skill_unknown');
    expect(texts).toContain('file_outside');
    expect(texts).toContain('附录');
  });

  it('of more skills than the prompt lists, list_skills finds the rest', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 45 }, (_, n) => [`skills/s${n}.md`, skill(`s${String(n).padStart(2, '0')}`, '正文')]),
    );
    const { agent, model } = arrangeAgent([{ calls: [{ name: 'list_skills', input: { query: 's44' } }] }, '好'], {
      rolePack: await packOf({}, files),
    });
    await agent.conversation().send('有哪些技能');
    expect(toolNamesOf(model.calls[0])).toContain('list_skills');
    expect(textsOf(model.calls[0])[0]).toContain('另有 5 个');
    expect(textsOf(model.calls[1]).at(-1)).toContain('"total":1');
  });
});
