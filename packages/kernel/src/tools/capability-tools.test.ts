import { STANDARD_CAPABILITIES } from '@rolecall/rolepack';
import { describe, expect, it } from 'vitest';
import { agentTool, arrangeAgent, packOf } from '../testing/arrange-agent.ts';
import { TOOLS_OF_CAPABILITY } from './capability-tools.ts';

const declaring = (capabilities: readonly string[], strategy: object = {}) =>
  packOf(strategy, {}, { capabilities: capabilities.map((capability) => ({ capability })) });

describe('the capabilities of a pack', () => {
  it('are served, given, unavailable or unknown, and never block', async () => {
    const rolePack = await declaring([
      'web:search',
      'web:fetch',
      'task:plan',
      'llm:summarize',
      'code:execute',
      'shop:order',
      'memory:recall',
    ]);
    const { agent } = arrangeAgent(['好'], {
      rolePack,
      tools: [agentTool('my_search', 'read', () => ({ output: '' }), { capability: 'web:search' })],
    });
    expect(await agent.capabilities()).toEqual([
      { capability: 'web:search', status: 'served', tools: ['my_search'] },
      { capability: 'web:fetch', status: 'unavailable', tools: [] },
      { capability: 'task:plan', status: 'served', tools: ['task_plan'] },
      { capability: 'llm:summarize', status: 'given', tools: [] },
      { capability: 'code:execute', status: 'unavailable', tools: [] },
      { capability: 'shop:order', status: 'unknown', tools: [] },
      { capability: 'memory:recall', status: 'unavailable', tools: [] },
    ]);
    expect((await agent.conversation().send('x')).text).toBe('好');
  });

  it('are unavailable where the strategy blocks tools', async () => {
    const { agent } = arrangeAgent(['好'], {
      rolePack: await declaring(['task:plan'], { act: { toolMode: 'block' } }),
    });
    expect(await agent.capabilities()).toEqual([{ capability: 'task:plan', status: 'unavailable', tools: [] }]);
  });

  it('are those of the standard: each one that is no model’s own has a tool', () => {
    const withTools = STANDARD_CAPABILITIES.map(({ capability }) => capability).filter(
      (key) => !key.startsWith('llm:'),
    );
    expect(Object.keys(TOOLS_OF_CAPABILITY).sort()).toEqual(withTools.sort());
  });
});
