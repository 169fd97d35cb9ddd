import { scriptedModel } from './rolecall.ts';

export const does =
  'no agent: reads the same stream, parses the arguments and calls the tool, which the model object costs anyone';

const look = async ({ n }: { readonly n?: number }) => ({ output: { saw: n ?? null } });

export function open() {
  const model = scriptedModel();
  return {
    async round(steps: number): Promise<string> {
      model.steps = steps;
      for (;;) {
        const { stream } = await model.doStream({ prompt: [] });
        const reader = stream.getReader();
        let call: string | undefined;
        let text = '';
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          if (value.type === 'tool-call') call = value.input;
          else if (value.type === 'text-delta') text += value.delta;
        }
        if (call === undefined) return text;
        await look(JSON.parse(call));
      }
    },
  };
}
