import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * How long a newcomer waits: from `npm ci` in a fresh clone of what is committed here to the first answer of the
 * employee over the HTTP API. `npm run bench:first-answer -- --json` prints one JSON object; seconds.
 */
const root = join(import.meta.dirname, '..');
const clone = mkdtempSync(join(tmpdir(), 'rolecall-clone-'));
let server: ChildProcess | undefined;
try {
  must('git', ['clone', '-q', root, clone], tmpdir());
  const begin = performance.now();
  must('npm', ['ci', '--silent'], clone);
  const installed = performance.now();
  const url = await start();
  const started = performance.now();
  const text = await firstAnswer(url);
  const answered = performance.now();
  const seconds = (from: number, to: number): number => Math.round((to - from) / 100) / 10;
  const result = {
    install: seconds(begin, installed),
    start: seconds(installed, started),
    answer: seconds(started, answered),
    total: seconds(begin, answered),
  };
  if (process.argv.includes('--json')) console.log(JSON.stringify(result));
  else
    console.log(
      `npm ci ${result.install} s, npm start ${result.start} s, first answer ${result.answer} s: ${result.total} s in all\n“${text}”`,
    );
} finally {
  server?.kill('SIGTERM');
  rmSync(clone, { recursive: true, force: true });
}

function must(command: string, args: readonly string[], cwd: string): void {
  const result = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
}

/** Starts the example and answers its address as soon as it is printed. */
function start(): Promise<string> {
  server = spawn('npm', ['start', '--silent', '--', '--port', '4790'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let printed = '';
    server?.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+(?=\/api)/.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
    server?.once('exit', (code) => reject(new Error(`npm start ended with ${code}.`)));
  });
}

async function firstAnswer(url: string): Promise<string> {
  const token = readFileSync(join(clone, 'examples/shop/.rolecall/api-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  await post('/api/contacts', { externalId: 'ethan_garcia_1261', level: 'verified' });
  const opened = await post('/api/conversations', { externalId: 'ethan_garcia_1261', employee: 'lin', channel: 'api' });
  const id = String((opened.conversation as { id?: string } | undefined)?.id ?? opened.id);
  await post(`/api/conversations/${id}/messages`, { text: '帮我查一下订单 #W5733668 现在到哪里了' });
  const events = await fetch(`${url}/api/conversations/${id}/events?after=0`, { headers });
  let text = '';
  for await (const chunk of events.body as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    const reply = /"kind":"reply","text":"([^"]+)"/.exec(text)?.[1];
    if (reply !== undefined) return reply;
  }
  throw new Error('The event stream ended without an answer.');
}
