import { clearLine, createInterface, cursorTo, type Interface } from 'node:readline';
import type { RunningEmployee, Workspace } from '@rolecall/host';
import type { CommandContext } from '../command-context.ts';
import { describeProblem } from '../describe-problem.ts';
import { type Answer, type Dialogue, type DialogueOptions, openDialogue } from './dialogue.ts';
import { printReplyLine } from './print-reply-line.ts';
import { readPress } from './read-press.ts';
import { type Reply, readReply } from './reply.ts';

export interface TalkOptions extends Omit<DialogueOptions, 'onEvent'> {
  readonly employee: RunningEmployee;
  readonly json: boolean;
}

/** A conversation line by line, until its end (Ctrl-D) or Ctrl-C. */
export async function talk(context: CommandContext, workspace: Workspace, options: TalkOptions): Promise<void> {
  const { io, texts } = context;
  let readline: Interface | undefined;
  let notice: Reply | undefined;
  const dialogue = await openDialogue(workspace, {
    ...options,
    onEvent: (event) => {
      const reply = event.type === 'entry' ? readReply(event.entry) : undefined;
      if (reply?.kind === 'notice') notice = reply;
      if (options.json) io.out(JSON.stringify(event));
      else if (reply !== undefined) show(context, readline, replyLines(context, options.employee, reply));
    },
  });
  try {
    if (!options.json) io.out(`\n${texts.chatting.start}`);
    readline = createInterface({ input: io.input, output: io.output, terminal: io.isTerminal, prompt: '› ' });
    const close = (): void => readline?.close();
    readline.on('SIGINT', close);
    io.stopping.addEventListener('abort', close);
    const prompt = (): void => {
      if (io.isTerminal) readline?.prompt();
    };
    prompt();
    for await (const line of readline) {
      if (line.trim() !== '') {
        const answer = await answerTo(context, dialogue, line.trim(), notice);
        if (answer !== undefined && options.json) printReplyLine(io, dialogue.conversation, answer);
      }
      if (io.stopping.aborted) break;
      prompt();
    }
  } finally {
    readline?.close();
    await dialogue.close();
  }
}

/** What a line asks for; a problem with one message ends that message and not the conversation. */
async function answerTo(
  { io, texts, language }: CommandContext,
  dialogue: Dialogue,
  line: string,
  notice: Reply | undefined,
): Promise<Answer | undefined> {
  const pressed = readPress(line, notice?.operations ?? []);
  try {
    if (pressed === undefined) return await dialogue.say(line);
    if (pressed.operations.length > 0) return await dialogue.press(pressed.operations, pressed.button);
    io.err(texts.chatting.noNotice);
  } catch (error) {
    if (!io.stopping.aborted) io.err(describeProblem(error, { texts, language }));
  }
  return undefined;
}

function replyLines({ texts, language }: CommandContext, employee: RunningEmployee, reply: Reply): readonly string[] {
  const name = employee.displayName[language];
  if (reply.kind !== 'notice') return [`${name}: ${reply.text}`];
  const until = reply.expiresAt === undefined ? '' : `, ${texts.chatting.validUntil} ${localTime(reply.expiresAt)}`;
  return [`${name} [${texts.chatting.notice}${until}]: ${reply.text}`, `  (${texts.chatting.noticeHint})`];
}

/** Prints above the line that is being written. */
function show({ io }: CommandContext, readline: Interface | undefined, lines: readonly string[]): void {
  if (io.isTerminal && readline !== undefined) {
    cursorTo(io.output, 0);
    clearLine(io.output, 0);
  }
  for (const line of lines) io.out(line);
  if (io.isTerminal) readline?.prompt(true);
}

function localTime(at: string): string {
  return new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
}
