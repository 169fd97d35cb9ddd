import { describeError } from '@rolecall/base';
import { type Assistant, openAssistant, stateFolder } from '@rolecall/host';
import type { AgentReply, ApprovalData } from '@rolecall/kernel';
import type { RolePack } from '@rolecall/rolepack';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { LineReader } from '../terminal/line-reader.ts';
import { printable } from '../terminal/printable.ts';
import { terminalScreen } from '../terminal/screen.ts';
import { isDumbTerminal, type StyleName, stylerFor } from '../terminal/style.ts';
import { wrapSpans } from '../terminal/wrap-spans.ts';
import { ApprovalDesk } from './ask-approval.ts';
import type { AssistantSetting } from './assistant-command.ts';
import { ASSISTANT_TEXTS } from './assistant-texts.ts';
import { CallLog } from './call-log.ts';
import { ConversationView } from './conversation-view.ts';
import { InputHistory } from './input-history.ts';
import { consentLines, serverLines } from './server-lines.ts';
import { slashCommands } from './slash-commands.ts';
import { toolLines } from './tool-lines.ts';

/** Two presses of Ctrl-C within this leave. */
const TWICE_MS = 1_500;

/** A session in a terminal, until `/exit`, Ctrl-D, or Ctrl-C twice; a round that runs then is stopped. */
export async function talkInTerminal({ io, language }: CommandContext, setting: AssistantSetting): Promise<ExitCode> {
  const texts = ASSISTANT_TEXTS[language];
  const style = stylerFor(io.env, true);
  const isDumb = isDumbTerminal(io.env);
  const screen = terminalScreen(io.output, { isDumb });
  const history = new InputHistory(stateFolder(io.env));
  const desk = new ApprovalDesk(setting.isYes);
  const calls = new CallLog();
  const view = new ConversationView(screen, style, texts, calls);
  let assistant: Assistant | undefined;
  let running: AbortController | undefined;
  /** Messages that came while a round ran; what it did not take any more has a round of its own. */
  const joined: Promise<AgentReply | undefined>[] = [];
  let isLeaving = false;
  let interruptedAt = 0;

  const leave = () => {
    if (isLeaving) return;
    isLeaving = true;
    running?.abort();
    assistant?.conversation().abort();
    reader.close();
  };
  const reader = new LineReader({
    input: io.input,
    output: io.output,
    isDumb,
    history: history.newestFirst,
    onInterrupt() {
      // What is being written goes first; nothing is left by taking it back.
      if (!running && reader.discard()) interruptedAt = 0;
      else if (Date.now() - interruptedAt < TWICE_MS) leave();
      else {
        interruptedAt = Date.now();
        if (running) {
          running.abort();
          assistant?.conversation().abort();
        } else screen.print([style(texts.againToLeave, 'dim')]);
      }
      reader.refresh();
    },
    onUnasked(message) {
      if (!running || !assistant || message.trim() === '' || withPlainSlash(message).startsWith('/')) return;
      history.add(message);
      const reply = assistant.conversation().send(message, { whileRunning: 'steer' });
      joined.push(reply.catch(() => undefined));
    },
    onEnd: () => leave(),
  });
  io.stopping.addEventListener('abort', leave, { once: true });
  const asking = { reader, screen, style, texts };
  const approve = (approval: ApprovalData) => {
    view.pause();
    return desk.decide(approval, asking, running?.signal ?? io.stopping);
  };
  const consent = async (pack: RolePack) => {
    screen.print(consentLines(pack, texts, style));
    return /^(y|yes|是|好|同意)$/i.test(await reader.ask(texts.consent.question, io.stopping));
  };

  /** Runs what makes rounds; Ctrl-C aborts it and nothing else. */
  async function work(round: (signal: AbortSignal) => Promise<readonly AgentReply[]>): Promise<void> {
    running = new AbortController();
    const ended = new Set<string>();
    try {
      for (const reply of await round(running.signal)) {
        view.end(reply);
        ended.add(reply.round);
      }
      for (let late = joined.shift(); late; late = joined.shift()) {
        running = new AbortController();
        const reply = await late;
        if (reply && !ended.has(reply.round)) view.end(reply);
        if (reply) ended.add(reply.round);
      }
    } catch (error) {
      view.pause();
      screen.print(
        printable(describeError(error, language))
          .split('\n')
          .map((line) => style(line, 'red')),
      );
    } finally {
      running = undefined;
    }
  }

  try {
    assistant = await openAssistant({
      ...setting,
      approve,
      consent,
      onWait: () => screen.print([style(texts.waiting, 'dim')]),
    });
    const opened = assistant;
    let isResuming = true;
    opened.subscribe((event) => {
      if (isResuming && event.type === 'round_started') screen.print([style(texts.interrupted, 'dim')]);
      view.show(event);
    });
    screen.print(await openingLines(opened));
    await work(async () => opened.conversation().resume());
    isResuming = false;
    const command = slashCommands({
      assistant: opened,
      texts,
      language,
      style,
      calls,
      cwd: io.cwd,
      columns: () => screen.columns,
    });
    let prefill = '';
    while (!isLeaving) {
      const written = await reader.next(prefill);
      prefill = '';
      if (written === undefined) break;
      const message = withPlainSlash(written);
      interruptedAt = 0;
      if (message.trim() === '') continue;
      history.add(message);
      if (message.startsWith('/')) {
        const outcome = await command(message.trim());
        screen.print(outcome.lines);
        prefill = outcome.prefill ?? '';
        isLeaving ||= outcome.isLeaving === true;
        continue;
      }
      const { question } = await opened.conversation().pending();
      await work(async (signal) => [
        await opened.conversation().send(message, { signal, ...(question ? { answers: question.id } : {}) }),
      ]);
    }
    return EXIT.fine;
  } finally {
    io.stopping.removeEventListener('abort', leave);
    reader.close();
    await assistant?.close();
  }

  async function openingLines(opened: Assistant): Promise<readonly string[]> {
    const { model, folders } = opened;
    const pack = opened.pack();
    const rounds = opened.isResumed ? (await opened.transcript()).length : 0;
    const wrapped = (text: string, ...styles: readonly StyleName[]) =>
      wrapSpans([{ text, styles }], screen.columns, style);
    return [
      ...wrapped(texts.disclosure, 'yellow'),
      printable(pack ? texts.pack(pack.displayName) : texts.noPack),
      texts.folder(folders.map(printable).join(', ')),
      texts.model(printable(model.id)),
      ...(model.isBuiltin ? wrapped(texts.noModel(model.providersWithKey.join(', ')), 'yellow') : []),
      ...serverLines(await opened.servers(), texts).flatMap((line) => wrapped(line)),
      ...(await toolLines(opened, texts)).flatMap((line) => wrapped(line)),
      ...(rounds > 0 ? wrapped(texts.resumed(rounds)) : []),
      ...wrapped(texts.hint, 'dim'),
      '',
    ];
  }
}

/** A Chinese input method writes the slash of a command in full width. */
function withPlainSlash(message: string): string {
  return message.replace(/^／(?=[a-z])/i, '/');
}
