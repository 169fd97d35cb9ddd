import { type AgentOptions, createAgent } from '@rolecall/kernel';

export const does =
  'streams; each step and its results on record before what follows; token budget, progress watch, limits; reads in parallel';

type Model = AgentOptions['model'];
type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;

/** A model of `steps` steps with one call each, then a text. */
export function scriptedModel(): Model & { steps: number } {
  let step = 0;
  const usage = {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  };
  const model = {
    specificationVersion: 'v4' as const,
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    steps: 0,
    async doGenerate() {
      step += 1;
      if (step > model.steps) {
        step = 0;
        return {
          content: [{ type: 'text' as const, text: 'done' }],
          finishReason: { unified: 'stop' as const, raw: 'stop' },
          usage,
          warnings: [],
        };
      }
      return {
        content: [{ type: 'tool-call' as const, toolCallId: `call_${step}`, toolName: 'look', input: `{"n":${step}}` }],
        finishReason: { unified: 'tool-calls' as const, raw: 'tool_calls' },
        usage,
        warnings: [],
      };
    },
    async doStream() {
      step += 1;
      const parts: Part[] =
        step > model.steps
          ? [
              { type: 'text-start', id: 't' },
              { type: 'text-delta', id: 't', delta: 'done' },
              { type: 'text-end', id: 't' },
              { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
            ]
          : [
              { type: 'tool-call', toolCallId: `call_${step}`, toolName: 'look', input: `{"n":${step}}` },
              { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage },
            ];
      if (step > model.steps) step = 0;
      return {
        stream: new ReadableStream<Part>({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
  return model;
}

/** Every round is the first of a new conversation, so that only the round is measured. */
export function open(options: Partial<AgentOptions> = {}) {
  const model = scriptedModel();
  const agent = createAgent({
    model,
    limits: { maxIterations: 1_000 },
    tools: [
      {
        name: 'look',
        description: 'Looks.',
        inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
        effect: 'read',
        execute: ({ input }) => ({ output: { saw: input.n ?? null } }),
      },
    ],
    ...options,
  });
  return {
    async round(steps: number): Promise<string> {
      model.steps = steps;
      return (await agent.conversation().send('go')).text;
    },
  };
}
