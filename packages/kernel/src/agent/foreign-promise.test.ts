import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { agentTool, arrangeAgent, textsOf } from '../testing/arrange-agent.ts';
import type { Script } from '../testing/scripted-model.ts';
import { type ConversationJournal, memoryJournal } from './conversation-journal.ts';

const OtherRealm = runInNewContext('Promise') as PromiseConstructor;
const later = () => new Promise((resolve) => setTimeout(resolve, 1));

/** How a host may answer later without a `Promise` of this realm. */
const KINDS = {
  'a promise of another realm': <Value>(answer: () => Value): Promise<Value> =>
    new OtherRealm((resolve) => void later().then(() => resolve(answer()))),
  'what has nothing but `then`': <Value>(answer: () => Value): Promise<Value> => {
    const awaited = later().then(answer);
    return { then: awaited.then.bind(awaited) } as Promise<Value>;
  },
};

describe.each(Object.entries(KINDS))('%s', (_, promised) => {
  const script: Script = ({ prompt }) =>
    prompt.at(-1)?.role === 'tool' ? '办好了' : { calls: [{ name: 'work', input: {} }] };

  it.each(['read', 'write'] as const)(
    'of a tool that is a %s is waited for before its result is told',
    async (effect) => {
      const tools = [agentTool('work', effect, () => promised(() => ({ output: 'brought back' })))];
      const { agent, model } = arrangeAgent(script, { tools });
      expect(await agent.conversation().send('办')).toMatchObject({ end: 'natural', text: '办好了' });
      expect(textsOf(model.calls[1]).at(-1)).toContain('brought back');
    },
  );

  it('of a journal is waited for: a write begins once the step and its start are on record', async () => {
    const memory = memoryJournal();
    const journal: ConversationJournal = {
      ...memory,
      append: (...given) => promised(() => memory.append(...given) as 'appended' | 'moved'),
    };
    let known: readonly string[] = [];
    const tools = [
      agentTool('work', 'write', async () => {
        known = (await memory.readStart('c', 100)).map(({ kind }) => kind);
        return { output: 'done' };
      }),
    ];
    const { agent } = arrangeAgent(script, { tools, journal });
    const conversation = agent.conversation('c');
    const replies = await Promise.all([conversation.send('一'), conversation.send('二')]);
    for (const reply of replies) expect(reply).toMatchObject({ end: 'natural', text: '办好了' });
    expect(known).toEqual(expect.arrayContaining(['kernel.step', 'agent.call_started']));
  });
});
