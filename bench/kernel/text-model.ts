import type { AgentOptions } from '@rolecall/kernel';

type Model = AgentOptions['model'];
type Request = Parameters<Model['doStream']>[0];

/** A model that says what a function makes of the request; requests count from 1. */
export function textModel(say: (request: Request, number: number) => string): Model {
  let number = 0;
  const usage = {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  };
  const finishReason = { unified: 'stop', raw: 'stop' } as const;
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate(request) {
      number += 1;
      return { content: [{ type: 'text', text: say(request, number) }], finishReason, usage, warnings: [] };
    },
    async doStream(request) {
      number += 1;
      const delta = say(request, number);
      return {
        stream: new ReadableStream({
          start(controller) {
            controller.enqueue({ type: 'text-delta', id: 't', delta });
            controller.enqueue({ type: 'finish', finishReason, usage });
            controller.close();
          },
        }),
      };
    },
  };
}
