import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agentTool, arrangeAgent } from '../testing/arrange-agent.ts';
import { failingJournal } from '../testing/failing-journal.ts';
import { orphansIn } from '../testing/orphans.ts';
import type { Script } from '../testing/scripted-model.ts';
import type { AgentReply } from './agent-events.ts';

const writeThenSay: Script = ({ prompt }) =>
  prompt.at(-1)?.role === 'tool' ? '办好了' : { calls: [{ name: 'write', input: {} }] };

const act = fc.oneof(
  fc.record({ do: fc.constant('send' as const), message: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    do: fc.constantFrom('steer' as const, 'abort' as const, 'resume' as const, 'park' as const, 'wait' as const),
  }),
  fc.record({
    do: fc.constant('fail' as const),
    write: fc.integer({ min: 1, max: 6 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  fc.record({ do: fc.constant('turn' as const), times: fc.integer({ min: 1, max: 30 }) }),
);

it('whatever comes in while writes fail once and again, nobody waits for ever, and each message has one effect at most', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 14 }), async (acts) => {
      const journal = failingJournal();
      let effects = 0;
      const write = agentTool('write', 'write', () => ({ output: `effect ${++effects}` }));
      const { agent, model } = arrangeAgent(writeThenSay, { journal, tools: [write] });
      const conversation = agent.conversation('c');
      const under: Promise<unknown>[] = [];
      const sent = new Set<string>();
      let steered = 0;
      for (const one of acts) {
        switch (one.do) {
          case 'send':
            sent.add(`m${one.message}`);
            under.push(conversation.send(`第${one.message}件`, { id: `m${one.message}` }));
            break;
          case 'steer':
            steered += 1;
            under.push(conversation.send('补充', { whileRunning: 'steer' }));
            break;
          case 'resume':
            under.push(conversation.resume());
            break;
          case 'park':
            under.push(conversation.park());
            break;
          case 'abort':
            conversation.abort();
            break;
          case 'fail':
            journal.failAt(one.write, one.when, 'once');
            break;
          case 'wait':
            await Promise.allSettled(under);
            break;
          case 'turn':
            for (let turn = 0; turn < one.times; turn++) await Promise.resolve();
        }
      }
      await Promise.allSettled(under);
      journal.failAt(1_000_000, 'before');
      await conversation.resume();
      const again: AgentReply[] = [];
      for (const id of sent) again.push(await conversation.send(`第${id.slice(1)}件`, { id }));
      for (const { end } of again) expect(['natural', 'aborted']).toContain(end);
      expect((await conversation.send('最后', { id: 'last' })).end).toBe('natural');
      expect(effects).toBeLessThanOrEqual(sent.size + steered + 1);
      for (const { prompt } of model.calls) expect(orphansIn(prompt)).toEqual([]);
      await agent.close();
    }),
    { numRuns: 300, timeout: 10_000 },
  );
}, 120_000);
