import { openAssistant } from '@rolecall/host';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { printable } from '../terminal/printable.ts';
import { plainStyler } from '../terminal/style.ts';
import type { AssistantSetting } from './assistant-command.ts';
import { ASSISTANT_TEXTS } from './assistant-texts.ts';
import { failureLines } from './failure-lines.ts';
import { jsonEvents } from './json-events.ts';
import { serverLines } from './server-lines.ts';
import { diffLines } from './show-diff.ts';
import { toolLines } from './tool-lines.ts';

/**
 * One message and its answer. The answer is all that goes to standard output, as it was written; everything else goes to
 * standard error. With `json` the events do, the reply last. Fails when there is no answer.
 */
export async function answerOnce(
  { io, language }: CommandContext,
  setting: AssistantSetting,
  { prompt, isJson }: { readonly prompt: string; readonly isJson: boolean },
): Promise<ExitCode> {
  const texts = ASSISTANT_TEXTS[language];
  const assistant = await openAssistant({
    ...setting,
    // Nobody can be asked: what was not agreed to beforehand is not done.
    approve: async ({ preview }) => {
      if (preview && !isJson) for (const line of diffLines(preview.text, texts, plainStyler)) io.err(line);
      if (setting.isYes) return 'approve';
      io.err(texts.approve.nobody);
      return 'deny';
    },
    onWait: () => io.err(texts.waiting),
  });
  const onStop = () => assistant.conversation().abort();
  io.stopping.addEventListener('abort', onStop, { once: true });
  try {
    const events = isJson ? jsonEvents(io.out, assistant, texts) : undefined;
    if (events) assistant.subscribe(events.event);
    else {
      io.err(texts.disclosure);
      if (assistant.model.isBuiltin) io.err(texts.noModel(assistant.model.providersWithKey.join(', ')));
      for (const line of serverLines(await assistant.servers(), texts)) io.err(line);
      for (const line of await toolLines(assistant, texts)) io.err(line);
    }
    await events?.begin();
    const reply = await assistant.conversation().send(prompt);
    if (events) events.reply(reply);
    else if (reply.text.trim() !== '') io.out(printable(reply.text));
    if (!isJson) for (const line of failureLines(reply, texts) ?? []) io.err(line);
    const isFine = reply.end === 'natural' || reply.end === 'ended_by_tool' || reply.end === 'step_limit';
    return isFine ? EXIT.fine : EXIT.failed;
  } finally {
    io.stopping.removeEventListener('abort', onStop);
    await assistant.close();
  }
}
