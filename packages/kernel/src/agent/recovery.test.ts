import { describe, expect, it } from 'vitest';
import { agentTool, arrangeAgent, packOf } from '../testing/arrange-agent.ts';
import { failingJournal } from '../testing/failing-journal.ts';
import { orphansIn } from '../testing/orphans.ts';
import type { Script } from '../testing/scripted-model.ts';

/** Every question of the model is answered by what has been said so far, so that any number of steps may be repeated. */
const writeThenSay: Script = ({ prompt }) => {
  const last = prompt.at(-1);
  return last?.role === 'tool'
    ? '办好了'
    : {
        calls: [
          { name: 'write', input: { to: 'a' } },
          { name: 'look', input: {} },
        ],
      };
};

const WRITES = 14;

describe('a journal that fails', () => {
  it('fails below at every write that there is', async () => {
    const journal = failingJournal();
    const tools = ['write' as const, 'read' as const].map((effect) =>
      agentTool(effect === 'read' ? 'look' : 'write', effect, () => ({ output: 'done' })),
    );
    const { agent } = arrangeAgent(writeThenSay, { journal, tools });
    await Promise.all(['一', '二'].map((text) => agent.conversation('c').send(text)));
    await agent.close();
    expect(journal.writes()).toBeLessThanOrEqual(WRITES);
  });

  for (const when of ['before', 'after'] as const) {
    for (let write = 1; write <= WRITES; write++) {
      it(`write ${write} fails ${when} it is written: nothing lost, one effect a message`, async () => {
        const journal = failingJournal();
        let effects = 0;
        const tools = [
          agentTool('write', 'write', () => ({ output: `effect ${++effects}` })),
          agentTool('look', 'read', () => ({ output: 'seen' })),
        ];
        const first = arrangeAgent(writeThenSay, { journal, tools });
        journal.failAt(write, when);
        const sent = await Promise.allSettled([
          first.agent.conversation('c').send('一', { id: 'm1' }),
          first.agent.conversation('c').send('二', { id: 'm2' }),
        ]);
        await first.agent.close();
        journal.failAt(1_000_000, 'before');
        const second = arrangeAgent(writeThenSay, { journal, tools });
        const conversation = second.agent.conversation('c');
        for (let times = 0; times < 3; times++) await conversation.resume();
        const again = await Promise.all(['m1', 'm2'].map((id) => conversation.send(id === 'm1' ? '一' : '二', { id })));
        for (const reply of again) expect(reply).toMatchObject({ end: 'natural', text: '办好了' });
        // A start on record whose write was not reached is told as unknown and never run: rather none than two.
        const unknown = JSON.stringify(await journal.readStart('c', 1_000)).split('"outcome_unknown"').length - 1;
        expect(effects).toBeLessThanOrEqual(2);
        expect(effects + unknown).toBeGreaterThanOrEqual(2);
        expect(unknown).toBeLessThanOrEqual(1);
        for (const { status } of sent) expect(['fulfilled', 'rejected']).toContain(status);
        for (const { prompt } of [...first.model.calls, ...second.model.calls]) expect(orphansIn(prompt)).toEqual([]);
      });
    }
  }
});

describe('a journal that fails once', () => {
  for (const when of ['before', 'after'] as const) {
    for (let write = 1; write <= WRITES; write++) {
      it(`write ${write} (${when}): the same process goes on, nothing lost, one effect a message`, async () => {
        const journal = failingJournal();
        let effects = 0;
        const tools = [
          agentTool('write', 'write', () => ({ output: `effect ${++effects}` })),
          agentTool('look', 'read', () => ({ output: 'seen' })),
        ];
        const { agent, model } = arrangeAgent(writeThenSay, { journal, tools });
        const conversation = agent.conversation('c');
        journal.failAt(write, when, 'once');
        await Promise.allSettled([conversation.send('一', { id: 'm1' }), conversation.send('二', { id: 'm2' })]);
        const replies = [await conversation.send('一', { id: 'm1' }), await conversation.send('二', { id: 'm2' })];
        for (const reply of replies) expect(reply).toMatchObject({ end: 'natural', text: '办好了' });
        expect(await conversation.send('三', { id: 'm3' })).toMatchObject({ end: 'natural', text: '办好了' });
        const unknown = JSON.stringify(await journal.readStart('c', 1_000)).split('"outcome_unknown"').length - 1;
        expect(effects).toBeLessThanOrEqual(3);
        expect(effects + unknown).toBeGreaterThanOrEqual(3);
        expect(unknown).toBeLessThanOrEqual(1);
        for (const { prompt } of model.calls) expect(orphansIn(prompt)).toEqual([]);
      });
    }
  }
});

describe('a journal that cannot be read once', () => {
  it('is read again by the next call', async () => {
    const whole = failingJournal();
    await arrangeAgent(['甲'], { journal: whole }).agent.conversation('c').send('一');
    let failures = 1;
    const journal = {
      ...whole,
      readBack: async (conversation: string, limit: number, before?: number) => {
        if (failures-- > 0) throw new Error('The connection was lost.');
        return whole.readBack(conversation, limit, before);
      },
    };
    const conversation = arrangeAgent(['乙'], { journal }).agent.conversation('c');
    await expect(conversation.send('二')).rejects.toThrow('The connection was lost.');
    expect(await conversation.send('二')).toMatchObject({ end: 'natural', text: '乙' });
  });
});

describe('a write and a question in parallel', () => {
  const step = {
    calls: [
      { name: 'write', input: { to: 'a' } },
      { name: 'ask_user', input: { question: '发给谁？', reason: 'missing_info' } },
    ],
  };

  for (const when of ['before', 'after'] as const) {
    for (let write = 1; write <= 8; write++) {
      it(`crash at write ${write} (${when}), three resumes: one effect, one question`, async () => {
        const journal = failingJournal();
        const rolePack = await packOf({ reflect: { userFollowup: 'ask' } });
        let effects = 0;
        const tools = [agentTool('write', 'write', () => ({ output: `effect ${++effects}` }))];
        const script: Script = ({ prompt }) => (prompt.at(-1)?.role === 'tool' ? '好' : step);
        journal.failAt(write, when);
        await Promise.allSettled([
          arrangeAgent(script, { journal, tools, rolePack }).agent.conversation('c').send('办', { id: 'm' }),
        ]);
        journal.failAt(1_000_000, 'before');
        for (let times = 0; times < 3; times++) {
          await arrangeAgent(script, { journal, tools, rolePack }).agent.conversation('c').resume();
        }
        const conversation = arrangeAgent(script, { journal, tools, rolePack }).agent.conversation('c');
        const reply = await conversation.send('办', { id: 'm' });
        expect(reply).toMatchObject({ end: 'ended_by_tool', text: '发给谁？' });
        expect((await conversation.pending()).question?.text).toBe('发给谁？');
        const unknown = JSON.stringify(await journal.readStart('c', 1_000)).includes('"outcome_unknown"');
        expect(effects).toBeLessThanOrEqual(1);
        if (!unknown) expect(effects).toBe(1);
        const questions = (await journal.readStart('c', 1_000)).filter(({ kind }) => kind === 'agent.question');
        expect(questions).toHaveLength(1);
      });
    }
  }
});

describe('a crash between start and result of a write', () => {
  it('leaves the outcome unknown: it is told and never run again', async () => {
    const journal = failingJournal();
    let effects = 0;
    const hanging = agentTool('write', 'write', () => {
      effects += 1;
      journal.failAt(1, 'before');
      return { output: 'done' };
    });
    const script: Script = ({ prompt }) =>
      prompt.at(-1)?.role === 'tool' ? JSON.stringify(prompt.at(-1)) : { calls: [{ name: 'write', input: {} }] };
    await Promise.allSettled([
      arrangeAgent(script, { journal, tools: [hanging] })
        .agent.conversation('c')
        .send('办'),
    ]);
    journal.failAt(1_000_000, 'before');
    const [reply] = await arrangeAgent(script, { journal, tools: [hanging] })
      .agent.conversation('c')
      .resume();
    expect(reply?.text).toContain('outcome_unknown');
    expect(effects).toBe(1);
  });
});

describe('a second writer', () => {
  it('is told by its journal and goes on from what is on record', async () => {
    const journal = failingJournal();
    const one = arrangeAgent(() => '甲', { journal }).agent.conversation('c');
    const two = arrangeAgent(() => '乙', { journal }).agent.conversation('c');
    await one.send('1');
    await two.send('2');
    await expect(one.send('3')).rejects.toMatchObject({ code: 'journal_moved' });
    expect(await one.send('4')).toMatchObject({ text: '甲' });
  });
});
