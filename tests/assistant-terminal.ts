import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { startOpenAiWireServer, type WireAnswer } from '@rolecall/models/testing';
import { onTestFinished } from 'vitest';
import { type Run, runBin } from '../packages/cli/src/testing/run-bin.ts';
import { runCommand } from '../packages/cli/src/testing/run-command.ts';

const BIN = join(import.meta.dirname, '../packages/cli/bin/rolecall.js');
export const WIRE_KEY = 'wire-key-0123456789';

type Script = Parameters<typeof startOpenAiWireServer>[0]['script'];

/** A person's folder and state, and a model that speaks the OpenAI wire format on loopback. */
export interface Desk {
  readonly folder: string;
  readonly home: string;
  readonly server: Awaited<ReturnType<typeof startOpenAiWireServer>>;
  /** The command in a terminal of its own, of 80 columns or as many as `COLUMNS` says. */
  terminal(args?: readonly string[], env?: Readonly<Record<string, string>>): Terminal;
  /** The command without a terminal, in this process. */
  run(args: readonly string[], input?: string): Promise<Run>;
  /** The same in a process of its own. */
  process(args: readonly string[], input?: string): Promise<Run>;
  /** The command in this process with no other argument than these. */
  plain(args: readonly string[], cwd?: string): Promise<Run>;
  /** A session with `--json`: these lines in, then what is answered to lines out, until one of them is the last. */
  json(lines: readonly object[], onLine: OnJsonLine): Promise<readonly JsonLine[]>;
  put(folder: string, files: Readonly<Record<string, string>>): void;
}

export type JsonLine = Readonly<Record<string, unknown>>;
type OnJsonLine = (line: JsonLine, send: (line: object) => void) => boolean;

/** A program in a pseudo-terminal: what a person would type and see. */
export interface Terminal {
  type(text: string): void;
  /** Waits until this stands in what has been shown since the last wait; answers everything shown up to there. */
  sees(wanted: string | RegExp): Promise<string>;
  /** Everything so far, without colours. */
  shown(): string;
  /** The bytes as they came. */
  bytes(): string;
  readonly exit: Promise<number | null>;
  /** Makes the terminal as wide as this. */
  resize(columns: number): void;
  /** Closes the terminal on the program. */
  kill(): Promise<void>;
}

const PACK = 'technical-writer';

export async function openDesk(script: Script, files: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'rolecall-assistant-')));
  const [folder, home] = [join(top, '工作'), join(top, 'home')];
  mkdirSync(folder);
  mkdirSync(home);
  put(folder, files);
  const server = await startOpenAiWireServer({ script: withSummaries(script) });
  writeFileSync(
    join(home, 'rolecall.yaml'),
    `name: home\nmodels:\n  providers: { wire: { base_url: '${server.baseUrl}', api_key_env: WIRE_KEY } }\n  windows: { wire/test: 32000 }\n`,
  );
  const env = { ROLECALL_HOME: home, WIRE_KEY, LANG: 'zh_CN.UTF-8', TERM: 'xterm-256color', NO_COLOR: '' };
  const common = ['chat', '--dir', folder, '--model', 'wire/test'];
  const withPack = (args: readonly string[]) => (args.includes('--pack') ? args : ['--pack', PACK, ...args]);
  onTestFinished(async () => {
    await server.close();
    rmSync(top, { recursive: true, force: true });
  });
  return {
    folder,
    home,
    server,
    terminal: (args = [], more = {}) => startTerminal([...common, ...withPack(args)], { ...env, ...more }, top),
    run: (args, input) => runCommand([...common, ...withPack(args)], { env, cwd: top, input }),
    process: (args, input) => runBin([...common, ...withPack(args)], { env, cwd: top, input }),
    plain: (args, cwd = top) => runCommand(args, { env, cwd }),
    json: (lines, onLine) => talkJson([...common, ...withPack(['--json'])], env, lines, onLine),
    put,
  };
}

/** The summary of a round is asked for beside the script, after each reply. */
function withSummaries(script: Script): Script {
  let index = 0;
  return (request) => {
    const { tools, messages } = request.body;
    if (!tools && JSON.stringify(messages).includes('verbatim')) {
      const summary = { type: 'fact', text: '用户在整理文档。', verbatim: [], subject: '文档' };
      return { kind: 'reply', text: JSON.stringify(summary) };
    }
    const answer = typeof script === 'function' ? script(request, index) : script[index];
    index += 1;
    return answer ?? ({ kind: 'error', status: 500, message: 'script_ended' } satisfies WireAnswer);
  };
}

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function talkJson(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  lines: readonly object[],
  onLine: OnJsonLine,
): Promise<readonly JsonLine[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BIN, ...args], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const told: JsonLine[] = [];
    const send = (line: object) => void child.stdin.write(`${JSON.stringify(line)}\n`);
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as JsonLine;
      told.push(line);
      if (onLine(line, send)) child.stdin.end();
    });
    child.on('error', reject);
    child.on('close', () => resolve(told));
    for (const line of lines) send(line);
  });
}

const WAIT_MS = 40_000;

function startTerminal(args: readonly string[], env: Readonly<Record<string, string>>, cwd: string): Terminal {
  const quoted = [process.execPath, BIN, ...args].map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ');
  // util-linux's `script` gives the command a terminal of its own.
  const child = spawn('script', ['-qfec', `stty cols ${env.COLUMNS ?? 80} rows 24; exec ${quoted}`, '/dev/null'], {
    cwd,
    env: { ...process.env, LC_ALL: '', LC_MESSAGES: '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [bytes, mark] = ['', 0];
  let wake = (): void => {};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    bytes += text;
    wake();
  });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  void exit.then(() => wake());
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const shown = () => stripVTControlCharacters(bytes).replaceAll('\r', '');
  return {
    type: (text) => void child.stdin.write(text),
    async sees(wanted) {
      const until = Date.now() + WAIT_MS;
      for (;;) {
        const rest = shown().slice(mark);
        const found = typeof wanted === 'string' ? rest.indexOf(wanted) : rest.search(wanted);
        if (found >= 0) {
          const length = typeof wanted === 'string' ? wanted.length : (wanted.exec(rest)?.[0].length ?? 0);
          mark += found + length;
          return rest.slice(0, found + length);
        }
        if (Date.now() > until || child.exitCode !== null)
          throw new Error(`Not seen: ${String(wanted)}\n--- shown:\n${shown()}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 250);
        });
      }
    },
    shown,
    bytes: () => bytes,
    exit,
    resize(columns) {
      const [program] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
      execFileSync('stty', ['-F', readlinkSync(`/proc/${program}/fd/0`), 'cols', String(columns)]);
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
