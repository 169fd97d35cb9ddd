import { generateText, isStepCount, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import { sharedModel } from '../shared-model.mjs';

export const does =
  'no limits but the count of steps, nothing on record, no token budget; keeps a full record of every step in the result';

export function open() {
  const model = sharedModel();
  const look = tool({
    description: 'Looks.',
    inputSchema: z.object({ n: z.number() }),
    execute: async ({ n }) => ({ saw: n }),
  });
  const stop = stepCountIs ?? isStepCount;
  return {
    async round(steps) {
      model.steps = steps;
      const { text } = await generateText({ model, prompt: 'go', tools: { look }, stopWhen: stop(1_000) });
      return text;
    },
  };
}
