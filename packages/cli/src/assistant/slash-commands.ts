import { describeError, type Language, nearestName } from '@rolecall/base';
import type { Assistant } from '@rolecall/host';
import { printable } from '../terminal/printable.ts';
import type { StyleName, Styler } from '../terminal/style.ts';
import { cutTo, padTo, widthOf, wrapSpans } from '../terminal/wrap-spans.ts';
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

/** From so many columns on a session stands in one line. */
const ONE_LINE = 72;

type Run = (words: string) => Promise<CommandOutcome | readonly string[]>;

/** The commands of a session. What goes wrong in one is its answer and ends nothing. */
export function slashCommands(setting: CommandSetting): (line: string) => Promise<CommandOutcome> {
  const { assistant, texts, style, calls } = setting;
  const memory = new MemoryCommand(setting);
  const commands: Readonly<Record<string, Run>> = {
    '/help': async () => helpLines(setting),
    '/exit': async () => ({ lines: [], isLeaving: true }),
    '/quit': async () => ({ lines: [], isLeaving: true }),
    '/pack': (words) => packCommand(words, setting),
    '/context': async () => contextLines(await assistant.occupancy(), texts, style, setting.columns()),
    '/memory': (words) => memory.run(words),
    '/tasks': () => taskLines(setting),
    '/show': async (words) => {
      const [number = '', all] = words.split(/\s+/);
      if (!/^\d+$/.test(number)) return [texts.show.usage];
      const call = calls.get(Number(number));
      return call ? wholeCall(call, texts, style, all === 'all') : [texts.show.unknown];
    },
    '/sessions': () => sessionLines(setting),
    '/servers': async () => {
      const lines = serverLines(await assistant.servers(), texts);
      return lines.length > 0 ? lines : [texts.servers.none];
    },
    '/export': async (words) => {
      // A path is to be copied: the terminal breaks it.
      return [await exportSession(assistant, words, setting.cwd, texts)];
    },
  };
  return async (line) => {
    const [written = '', ...rest] = line.split(/\s+/);
    const name = written.toLowerCase();
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!run) {
      const meant = nearestName(name, Object.keys(commands));
      return { lines: wrapped(texts.unknownCommand(printable(written), meant), setting) };
    }
    try {
      const outcome = await run(rest.join(' ').trim());
      return 'lines' in outcome ? outcome : { lines: outcome };
    } catch (error) {
      return { lines: wrapped(printable(describeError(error, setting.language)), setting, 'red') };
    }
  };
}

function wrapped(text: string, { style, columns }: CommandSetting, ...styles: readonly StyleName[]): readonly string[] {
  return wrapSpans([{ text, styles }], columns(), style);
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
      return [
        `${mark} ${style(name, 'bold')}${title}`,
        ...about.filter((line) => line !== '').map((line) => `    ${line}`),
      ];
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

async function taskLines(setting: CommandSetting): Promise<readonly string[]> {
  const { tasks: texts } = setting.texts;
  const { tasks } = await setting.assistant.conversation().pending();
  if (tasks.length === 0) return [texts.none];
  return tasks.flatMap(({ id, title, status, note }) =>
    wrapped(printable(`[${texts.status[status]}] ${id}: ${title}${note === undefined ? '' : ` (${note})`}`), setting),
  );
}

/** One session a line; where that is too narrow, its id, which somebody may copy, and the rest below it. */
async function sessionLines(setting: CommandSetting): Promise<readonly string[]> {
  const { sessions: texts } = setting.texts;
  const sessions = await setting.assistant.sessions();
  const columns = setting.columns();
  const listed = sessions.slice(0, 20).flatMap(({ id, pack, usedAt }) => {
    const mark = id === setting.assistant.session.id ? `← ${texts.current}  ` : '';
    const rest = printable(`  ${localTime(usedAt)}  ${mark}${pack}`);
    return columns < ONE_LINE ? [id, cutTo(rest, columns)] : [cutTo(id + rest, columns)];
  });
  return [...listed, ...wrapped(sessions.length > 1 ? texts.hint : texts.none, setting)];
}
