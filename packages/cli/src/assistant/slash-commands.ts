import { describeError, type Language } from '@rolecall/base';
import type { Assistant } from '@rolecall/host';
import { printable } from '../terminal/printable.ts';
import type { Styler } from '../terminal/style.ts';
import { padTo, widthOf, wrapSpans } from '../terminal/wrap-spans.ts';
import type { AssistantTexts } from './assistant-texts.ts';
import { type CallLog, wholeCall } from './call-log.ts';
import { exportSession } from './export-session.ts';
import { localTime } from './local-time.ts';
import { MemoryCommand } from './memory-command.ts';
import { serverLines } from './server-lines.ts';
import { contextLines } from './show-context.ts';
import { toolLines } from './tool-lines.ts';

export interface CommandSetting {
  readonly assistant: Assistant;
  readonly texts: AssistantTexts;
  readonly language: Language;
  readonly style: Styler;
  readonly calls: CallLog;
  readonly cwd: string;
  readonly columns: () => number;
}

/** What a command came to. */
export interface CommandOutcome {
  readonly lines: readonly string[];
  /** Put into the next message. */
  readonly prefill?: string | undefined;
  readonly isLeaving?: boolean | undefined;
}

type Run = (words: string) => Promise<CommandOutcome | readonly string[]>;

/** The commands of a session. What goes wrong in one is its answer and ends nothing. */
export function slashCommands(setting: CommandSetting): (line: string) => Promise<CommandOutcome> {
  const { assistant, texts, style, calls } = setting;
  const memory = new MemoryCommand(assistant.memory, texts, style);
  const commands: Readonly<Record<string, Run>> = {
    '/help': async () => helpLines(setting),
    '/exit': async () => ({ lines: [], isLeaving: true }),
    '/quit': async () => ({ lines: [], isLeaving: true }),
    '/pack': (words) => packCommand(words, setting),
    '/context': async () => contextLines(await assistant.occupancy(), texts, style, setting.columns()),
    '/memory': (words) => memory.run(words, setting.columns()),
    '/tasks': async () => taskLines(assistant, texts),
    '/show': async (words) => {
      const [number = '', all] = words.split(/\s+/);
      if (!/^\d+$/.test(number)) return [texts.show.usage];
      const call = calls.get(Number(number));
      return call ? wholeCall(call, texts, style, all === 'all') : [texts.show.unknown];
    },
    '/sessions': () => sessionLines(assistant, texts),
    '/servers': async () => {
      const lines = serverLines(await assistant.servers(), texts);
      return lines.length > 0 ? lines : [texts.servers.none];
    },
    '/export': async (words) => {
      const { file, isWritten } = await exportSession(assistant, words, setting.cwd, texts);
      return [isWritten ? texts.exported(file) : texts.exportExists(file)];
    },
  };
  return async (line) => {
    const [name = '', ...rest] = line.split(' ');
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!run) return { lines: [texts.unknownCommand(printable(name))] };
    try {
      const outcome = await run(rest.join(' ').trim());
      return 'lines' in outcome ? outcome : { lines: outcome };
    } catch (error) {
      return {
        lines: printable(describeError(error, setting.language))
          .split('\n')
          .map((text) => style(text, 'red')),
      };
    }
  };
}

/** Names and what they do side by side; below each other where that does not fit. */
function helpLines({ texts, style, columns }: CommandSetting): readonly string[] {
  return texts.help.flatMap(([name, about]) => {
    const line = `${padTo(name, 20)} ${about}`;
    if (widthOf(line) <= columns()) return [line];
    const below = wrapSpans([{ text: about, styles: [] }], columns() - 2, style);
    return [name, ...below.map((part) => `  ${part}`)];
  });
}

async function packCommand(
  words: string,
  { assistant, texts, style, columns }: CommandSetting,
): Promise<CommandOutcome> {
  if (words === '') {
    const packs = await assistant.packs();
    if (packs.length === 0) return { lines: [texts.noPacks] };
    const listed = packs.flatMap(({ name, displayName, description }) => {
      const mark = name === assistant.pack()?.name ? '→' : ' ';
      const title = displayName === name ? '' : ` (${displayName})`;
      const about = wrapSpans([{ text: description, styles: ['dim'] }], columns() - 4, style);
      return [`${mark} ${style(name, 'bold')}${title}`, ...about.map((line) => `    ${line}`)];
    });
    return { lines: [texts.packs, ...listed] };
  }
  const { pack, prefill } = await assistant.switchPack(words);
  return {
    lines: [
      printable(texts.switched(pack.displayName)),
      ...[...serverLines(await assistant.servers(), texts), ...(await toolLines(assistant, texts))].flatMap((text) =>
        wrapSpans([{ text, styles: [] }], columns(), style),
      ),
    ],
    prefill: printable(prefill).replaceAll('\n', ' '),
  };
}

async function taskLines(assistant: Assistant, { tasks: texts }: AssistantTexts): Promise<readonly string[]> {
  const { tasks } = await assistant.conversation().pending();
  if (tasks.length === 0) return [texts.none];
  return tasks.map(({ id, title, status, note }) =>
    printable(`[${texts.status[status]}] ${id}: ${title}${note === undefined ? '' : ` (${note})`}`),
  );
}

async function sessionLines(assistant: Assistant, { sessions: texts }: AssistantTexts): Promise<readonly string[]> {
  const sessions = await assistant.sessions();
  const listed = sessions.slice(0, 20).map(({ id, pack, usedAt }) => {
    const mark = id === assistant.session.id ? ` ← ${texts.current}` : '';
    return `${id}  ${localTime(usedAt)}  ${pack}${mark}`;
  });
  return [...listed, sessions.length > 1 ? texts.hint : texts.none];
}
