import { Agent } from '@mariozechner/pi-agent-core';
import { createAssistantMessageEventStream } from '@mariozechner/pi-ai';

export const does = 'streams events; nothing on record, no limits, no token budget';

/** `streamOf` answers what the model says, as pi reads it: `steps` steps with one call each, then a text. */
export function open(streamOf = scriptedStreams()) {
  const model = {
    id: 'scripted',
    name: 'scripted',
    api: 'scripted',
    provider: 'scripted',
    baseUrl: '',
    reasoning: false,
    input: ['text'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1_000_000,
    maxTokens: 1_000,
  };
  const look = {
    name: 'look',
    label: 'look',
    description: 'Looks.',
    parameters: { type: 'object', properties: { n: { type: 'number' } } },
    execute: async (_id, { n }) => ({ content: [{ type: 'text', text: JSON.stringify({ saw: n }) }], details: {} }),
  };
  return {
    async round(count) {
      const agent = new Agent({
        initialState: { systemPrompt: '', model, tools: [look] },
        streamFn: () => streamOf(count),
      });
      await agent.prompt('go');
      const { messages } = agent.state;
      return messages.at(-1).content[0].text;
    },
  };
}

/** A script in pi's own stream, which costs a little less than the web's. */
function scriptedStreams() {
  let step = 0;
  return (steps) => {
    step += 1;
    const isLast = step > steps;
    const content = isLast
      ? [{ type: 'text', text: 'done' }]
      : [{ type: 'toolCall', id: `call_${step}`, name: 'look', arguments: { n: step } }];
    if (isLast) step = 0;
    const stopReason = isLast ? 'stop' : 'toolUse';
    const message = assistantMessage(content, stopReason);
    const stream = createAssistantMessageEventStream();
    stream.push({ type: 'start', partial: message });
    const [part] = content;
    if (isLast) {
      stream.push({ type: 'text_start', contentIndex: 0, partial: message });
      stream.push({ type: 'text_delta', contentIndex: 0, delta: part.text, partial: message });
      stream.push({ type: 'text_end', contentIndex: 0, content: part.text, partial: message });
    } else {
      stream.push({ type: 'toolcall_start', contentIndex: 0, partial: message });
      stream.push({ type: 'toolcall_end', contentIndex: 0, toolCall: part, partial: message });
    }
    stream.push({ type: 'done', reason: stopReason, message });
    stream.end(message);
    return stream;
  };
}

export function assistantMessage(content, stopReason) {
  return {
    role: 'assistant',
    content,
    api: 'scripted',
    provider: 'scripted',
    model: 'scripted',
    usage: NO_USAGE,
    stopReason,
    timestamp: 0,
  };
}

const NO_USAGE = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};
