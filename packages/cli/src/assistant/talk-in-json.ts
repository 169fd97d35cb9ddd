import { createInterface } from 'node:readline';
import { describeError, isJsonObject, type JsonObject, RolecallError } from '@rolecall/base';
import { openAssistant } from '@rolecall/host';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import type { AssistantSetting } from './assistant-command.ts';
import { ASSISTANT_TEXTS } from './assistant-texts.ts';
import { type JsonEvents, jsonEvents } from './json-events.ts';

/** A session for a program: lines in, lines of JSON out, until the input ends. What came in is answered before that. */
export async function talkInJson({ io, language }: CommandContext, setting: AssistantSetting): Promise<ExitCode> {
  const texts = ASSISTANT_TEXTS[language];
  const waiting = new Map<string, (verdict: 'approve' | 'deny') => void>();
  const early: { events: JsonEvents | undefined } = { events: undefined };
  let isEnded = false;
  const assistant = await openAssistant({
    ...setting,
    approve: async (approval) => {
      early.events?.approval(approval);
      if (setting.isYes) return 'approve';
      if (isEnded) return 'deny';
      return new Promise((resolve) => waiting.set(approval.id, resolve));
    },
    onWait: () => io.err(texts.waiting),
  });
  const events = jsonEvents(io.out, assistant, texts);
  early.events = events;
  assistant.subscribe(events.event);
  const denyAll = () => {
    for (const decide of waiting.values()) decide('deny');
    waiting.clear();
  };
  const lines = createInterface({ input: io.input });
  const onStop = () => {
    assistant.conversation().abort();
    denyAll();
    lines.close();
  };
  io.stopping.addEventListener('abort', onStop, { once: true });
  const sent: Promise<void>[] = [];
  const send = (text: string, line: JsonObject) =>
    assistant
      .conversation()
      .send(text, {
        whileRunning: line.steer === true ? 'steer' : 'queue',
        ...(typeof line.answers === 'string' ? { answers: line.answers } : {}),
      })
      .then(
        (reply) => events.reply(reply),
        (error: unknown) =>
          events.problem(RolecallError.is(error) ? error.code : 'failed', describeError(error, language)),
      );
  try {
    await events.begin();
    for await (const text of lines) {
      if (text.trim() === '') continue;
      const line = readLine(text);
      switch (line.type) {
        case 'message':
          if (typeof line.text === 'string') sent.push(send(line.text, line));
          else events.problem('line_invalid', 'A message needs a text.');
          break;
        case 'decide': {
          const decide = waiting.get(String(line.approval));
          waiting.delete(String(line.approval));
          if (decide) decide(line.verdict === 'approve' ? 'approve' : 'deny');
          else events.problem('approval_unknown', `No call waits under "${String(line.approval)}".`);
          break;
        }
        case 'abort':
          assistant.conversation().abort();
          denyAll();
          break;
        default:
          events.problem('line_invalid', 'The type is one of message, decide, abort.');
      }
    }
    isEnded = true;
    denyAll();
    await Promise.all(sent);
    return EXIT.fine;
  } finally {
    io.stopping.removeEventListener('abort', onStop);
    lines.close();
    await assistant.close();
  }
}

/** A line that is no JSON object is a message. */
function readLine(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Said below: it is a message.
  }
  return { type: 'message', text };
}
