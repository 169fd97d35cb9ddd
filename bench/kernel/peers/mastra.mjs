import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { sharedModel } from '../shared-model.mjs';

export const does =
  'runs each step as a workflow of its own engine, with processors and spans; nothing on record without a store';

export function open() {
  const model = sharedModel('v2');
  const look = createTool({
    id: 'look',
    description: 'Looks.',
    inputSchema: z.object({ n: z.number() }),
    execute: async (input) => ({ saw: input.n ?? input.context?.n }),
  });
  const agent = new Agent({ id: 'bench', name: 'bench', instructions: 'x', model, tools: { look } });
  return {
    async round(steps) {
      model.steps = steps;
      const { text } = await agent.generate('go', { maxSteps: 1_000 });
      return text;
    },
  };
}
