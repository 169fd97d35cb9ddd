import type { Workspace } from '@rolecall/host';
import type { CommandContext } from '../command-context.ts';
import { type DialogueOptions, openDialogue } from './dialogue.ts';
import { printReplyLine } from './print-reply-line.ts';
import { readReply } from './reply.ts';

export interface SayOnceOptions extends Omit<DialogueOptions, 'onEvent'> {
  readonly prompt: string;
  readonly json: boolean;
}

/** One message and its reply. The reply is the only thing on standard output, or with `json` the last line of it. */
export async function sayOnce({ io }: CommandContext, workspace: Workspace, options: SayOnceOptions): Promise<void> {
  let hasSent = false;
  const dialogue = await openDialogue(workspace, {
    ...options,
    onEvent: (event) => {
      if (options.json) io.out(JSON.stringify(event));
      else if (!hasSent && event.type === 'entry') {
        const greeting = readReply(event.entry)?.text;
        if (greeting) io.err(greeting);
      }
    },
  });
  try {
    hasSent = true;
    const answer = await dialogue.say(options.prompt);
    if (options.json) printReplyLine(io, dialogue.conversation, answer);
    else for (const reply of answer.replies) io.out(reply.text);
  } finally {
    await dialogue.close();
  }
}
