import { createAssistantMessageEventStream } from '@mariozechner/pi-ai';
import { assistantMessage, open as openPi } from './pi.mjs';
import { scriptedModel } from './rolecall.ts';

export const does =
  'the same, reading the very model that Rolecall reads: a stream of the web, its parts told as events of pi';

export function open() {
  const model = scriptedModel();
  return openPi((steps) => {
    model.steps = steps;
    const events = createAssistantMessageEventStream();
    void tellParts(model, events);
    return events;
  });
}

/** Reads one answer of the model and tells it in pi's events. */
async function tellParts(model, events) {
  const { stream } = await model.doStream({});
  const reader = stream.getReader();
  const content = [];
  events.push({ type: 'start', partial: assistantMessage(content, 'stop') });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const contentIndex = content.length;
    if (value.type === 'tool-call') {
      const toolCall = {
        type: 'toolCall',
        id: value.toolCallId,
        name: value.toolName,
        arguments: JSON.parse(value.input),
      };
      content.push(toolCall);
      const partial = assistantMessage(content, 'toolUse');
      events.push({ type: 'toolcall_start', contentIndex, partial });
      events.push({ type: 'toolcall_end', contentIndex, toolCall, partial });
    } else if (value.type === 'text-delta') {
      content.push({ type: 'text', text: value.delta });
      const partial = assistantMessage(content, 'stop');
      events.push({ type: 'text_start', contentIndex, partial });
      events.push({ type: 'text_delta', contentIndex, delta: value.delta, partial });
      events.push({ type: 'text_end', contentIndex, content: value.delta, partial });
    }
  }
  const reason = content.some(({ type }) => type === 'toolCall') ? 'toolUse' : 'stop';
  const message = assistantMessage(content, reason);
  events.push({ type: 'done', reason, message });
  events.end(message);
}
