/** The scripted model as a plain object behind the AI SDK's interface: `steps` steps with one call each, then a text. */
export function sharedModel(specificationVersion = 'v4') {
  let step = 0;
  const isV2 = specificationVersion === 'v2';
  const finish = (unified) => (isV2 ? unified : { unified, raw: unified });
  const usage = isV2
    ? { inputTokens: 10, outputTokens: 5, totalTokens: 15 }
    : {
        inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 5, text: 5, reasoning: undefined },
      };
  const next = () => {
    step += 1;
    if (step <= model.steps)
      return { type: 'tool-call', toolCallId: `call_${step}`, toolName: 'look', input: `{"n":${step}}` };
    step = 0;
    return { type: 'text', text: 'done' };
  };
  const model = {
    specificationVersion,
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    steps: 0,
    async doGenerate() {
      const part = next();
      return {
        content: [part],
        finishReason: finish(part.type === 'text' ? 'stop' : 'tool-calls'),
        usage,
        warnings: [],
      };
    },
    async doStream() {
      const part = next();
      const parts =
        part.type === 'text'
          ? [
              { type: 'stream-start', warnings: [] },
              { type: 'text-start', id: 't' },
              { type: 'text-delta', id: 't', delta: part.text },
              { type: 'text-end', id: 't' },
              { type: 'finish', finishReason: finish('stop'), usage },
            ]
          : [
              { type: 'stream-start', warnings: [] },
              part,
              { type: 'finish', finishReason: finish('tool-calls'), usage },
            ];
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const one of parts) controller.enqueue(one);
            controller.close();
          },
        }),
      };
    },
  };
  return model;
}
