import { Agent, Runner, setTracingDisabled, tool, Usage } from '@openai/agents';
import { z } from 'zod';

export const does = 'tracing switched off; nothing on record without a session; no token budget';

export function open() {
  setTracingDisabled(true);
  let step = 0;
  let steps = 0;
  const model = {
    async getResponse() {
      step += 1;
      const usage = new Usage();
      if (step > steps) {
        step = 0;
        return {
          usage,
          output: [
            {
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'done' }],
            },
          ],
        };
      }
      return {
        usage,
        output: [
          {
            type: 'function_call',
            callId: `call_${step}`,
            name: 'look',
            status: 'completed',
            arguments: `{"n":${step}}`,
          },
        ],
      };
    },
    // biome-ignore lint/correctness/useYield: the bench runs without streaming.
    async *getStreamedResponse() {
      throw new Error('not streamed');
    },
  };
  const look = tool({
    name: 'look',
    description: 'Looks.',
    parameters: z.object({ n: z.number() }),
    execute: async ({ n }) => ({ saw: n }),
  });
  const agent = new Agent({ name: 'bench', instructions: '', model, tools: [look] });
  const runner = new Runner({ tracingDisabled: true });
  return {
    async round(count) {
      steps = count;
      const result = await runner.run(agent, 'go', { maxTurns: 1_000 });
      return result.finalOutput;
    },
  };
}
