import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { scriptedModel } from '@rolecall/kernel/testing';
import { type RunningServer, startServer } from '@rolecall/server';
import { runCli } from 'rolecall';
import { afterEach, expect, it } from 'vitest';
import { copyShop, ETHAN, edit, openShop, PENDING, type Shop, textOf } from './shop.ts';

const FIRST = 'canary-the-first-5f0c1e9b7d2a';
/** With signs that JSON, addresses and HTML write otherwise. */
const SECOND = 'canary/the+second"77d1\\e0b3&c9a4';
const TOKEN = 'token-of-the-shops-own-backend';
const VAULT =
  'credentials: { sources: [{ from: vault, path: .rolecall/vault.json, key: { from: file, path: keys/vault.key } }] }\n';

/** How others write a secret down; `user:secret` is what a header of HTTP has. */
function writtenForms(secret: string): readonly string[] {
  const header = Buffer.from(`user:${secret}`).toString('base64');
  const [base64, base64url, hex] = (['base64', 'base64url', 'hex'] as const).map((form) =>
    Buffer.from(secret).toString(form),
  );
  return [secret, JSON.stringify(secret), encodeURIComponent(secret), base64, base64url, hex, header].map(String);
}

/** The routes under `/api` as the server's own files have them: one that is new has to be asked here. */
function allRoutes(): ReadonlySet<string> {
  const folder = join(import.meta.dirname, '../packages/server/src/routes');
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const found = texts.flatMap((text) => [...text.matchAll(/routes\.(get|post|put|patch|delete)\('([^']+)'/g)]);
  return new Set(found.map(([, method = '', path = '']) => `${method.toUpperCase()} ${path}`));
}

/** The commands as the command line's own help has them: one that is new has to be run here. */
async function allCommands(path: readonly string[] = []): Promise<readonly string[]> {
  const help: string[] = [];
  await rolecall('.', help, [...path, '--help']);
  const [, listed = ''] = help.join('\n').split('\nCommands:\n');
  const names = [...listed.matchAll(/^ {2}(\w[\w-]*)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
  if (names.length === 0 || path.includes('pack')) return [path.join(' ')];
  return (await Promise.all(names.map((name) => allCommands([...path, name])))).flat();
}

let shop: Shop | undefined;
let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
  await shop?.close();
  [server, shop] = [undefined, undefined];
});

/** Runs the command line in this process and keeps all that it has said. */
async function rolecall(dir: string, said: string[], argv: readonly string[], input = ''): Promise<number> {
  const isAnywhere = argv.includes('--help') || argv[0] === 'init' || argv[0] === 'version';
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return runCli(isAnywhere ? argv : argv.toSpliced(end, 0, '--workspace', dir), {
    out: (line) => void said.push(line),
    err: (line) => void said.push(line),
    input: new PassThrough().end(input),
    output: new PassThrough().resume(),
    env: { LANG: 'C', PATH: process.env.PATH },
    cwd: dir,
    isTerminal: false,
    stopping: new AbortController().signal,
  });
}

async function ask(said: string[], method: string, path: string, body?: unknown): Promise<number> {
  const ended = new AbortController();
  const response = await fetch(`${server?.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    signal: ended.signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  // Of a stream, what has been recorded so far; also what an error repeats of its request.
  const text = isStream ? await firstEvents(response) : await response.text();
  said.push(`${JSON.stringify([...response.headers])} ${text}`);
  ended.abort();
  return response.status;
}

async function firstEvents(response: Response): Promise<string> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    // The heartbeat comes when all that is recorded has been told.
    if (text.includes(': still here')) break;
  }
  return text;
}

type Request = readonly [route: string, path: string, body?: unknown];

/** Each route of the API, with secrets wherever a caller may put them. */
function requests(conversation: string): readonly Request[] {
  const person = `Ann ${SECOND}`;
  const secret = encodeURIComponent(SECOND);
  const args = encodeURIComponent(JSON.stringify({ order_id: SECOND }));
  return [
    ['GET /workspace', '/workspace'],
    ['GET /servers', '/servers'],
    ['POST /reload', '/reload', {}],
    ['POST /contacts', '/contacts', { externalId: 'somebody', level: 'verified', displayName: SECOND }],
    ['POST /conversations', '/conversations', { externalId: SECOND, employee: FIRST }],
    ['GET /conversations', '/conversations'],
    ['GET /conversations', `/conversations?contact=${secret}&employee=${secret}`],
    ['GET /conversations/:id', `/conversations/${conversation}`],
    ['GET /conversations/:id', `/conversations/${secret}`],
    ['GET /conversations/:id/trace', `/conversations/${conversation}/trace`],
    ['GET /conversations/:id/trace', `/conversations/${FIRST}/trace?round=${secret}`],
    ['GET /conversations/:id/events', `/conversations/${conversation}/events?after=0`],
    ['POST /conversations/:id/messages', `/conversations/${secret}/messages`, { text: 'x' }],
    ['POST /conversations/:id/confirmations', `/conversations/${conversation}/confirmations`, { operation: SECOND }],
    ['POST /events', '/events', { event: SECOND, payload: { order_id: FIRST }, conversation }],
    ['GET /letters', '/letters'],
    ['GET /letters/:id', `/letters/${secret}`],
    ['POST /letters/:id/retry', `/letters/${secret}/retry`, {}],
    ['POST /letters/:id/drop', `/letters/${secret}/drop`, {}],
    ['GET /explain', `/explain?employee=lin&capability=order:get&args=${args}`],
    ['GET /explain', `/explain?employee=lin&capability=${secret}`],
    ['GET /desk', '/desk?done'],
    ['POST /desk/conversations/:id/take-over', `/desk/conversations/${conversation}/take-over`, { person }],
    ['POST /desk/conversations/:id/messages', `/desk/conversations/${conversation}/messages`, { person, text: SECOND }],
    [
      'POST /desk/conversations/:id/hand-back',
      `/desk/conversations/${conversation}/hand-back`,
      { person, note: SECOND },
    ],
    ['POST /desk/operations/:id/approval', `/desk/operations/${secret}/approval`, { person, verdict: 'approve' }],
    [
      'POST /desk/operations/:id/settle',
      `/desk/operations/${secret}/settle`,
      { person, outcome: SECOND, reason: FIRST },
    ],
    ['POST /desk/operations/:id/done', `/desk/operations/${secret}/done`, { person, note: SECOND }],
    ['POST /page/sessions', '/page/sessions', { externalId: SECOND }],
    ['GET /healthz', '/../healthz'],
    ['GET /readyz', '/../readyz'],
  ];
}

/**
 * Each command of the command line, with a secret wherever it takes words that are kept; its standard input is one too. What a
 * person types as an id is told back to them and is no matter of ours.
 */
function commandLines(conversation: string, whole: string): Readonly<Record<string, readonly (readonly string[])[]>> {
  const args = JSON.stringify({ order_id: SECOND });
  return {
    init: [['init', 'fresh']],
    version: [['version']],
    chat: [['chat', '--employee', 'lin', '--contact', ETHAN, '--prompt', SECOND, '--json']],
    check: [['check'], ['check', '--json'], ['check', '--sarif']],
    explain: [
      ['explain', 'order:get'],
      ['explain', 'order:get', '--args', args, '--json'],
    ],
    trace: [
      ['trace', '--json'],
      ['trace', conversation],
    ],
    reset: [['reset']],
    forget: [['forget', 'nobody', '--yes']],
    'desk list': [
      ['desk', 'list'],
      ['desk', 'list', '--json', '--done'],
    ],
    'desk take': [['desk', 'take', conversation, '--as', SECOND]],
    'desk say': [['desk', 'say', conversation, SECOND, '--as', SECOND]],
    'desk back': [['desk', 'back', conversation, '--as', SECOND, '--note', SECOND]],
    'desk approve': [['desk', 'approve', 'op_none', '--as', SECOND, '--reason', SECOND]],
    'desk refuse': [['desk', 'refuse', 'op_none', '--as', SECOND, '--reason', SECOND]],
    'desk settle': [['desk', 'settle', 'op_none', 'failed', '--as', SECOND, '--reason', SECOND]],
    'desk done': [['desk', 'done', 'op_none', '--as', SECOND, '--note', SECOND]],
    'db status': [['db', 'status']],
    'db migrate': [['db', 'migrate']],
    'db retain': [['db', 'retain', '--dry-run']],
    'db seal': [['db', 'seal']],
    'db export': [['db', 'export', whole]],
    'letters list': [
      ['letters', 'list'],
      ['letters', 'list', '--json'],
    ],
    'letters show': [['letters', 'show', 'none']],
    'letters retry': [['letters', 'retry', 'none']],
    'letters drop': [['letters', 'drop', 'none']],
    'journal show': [
      ['journal', 'show', conversation, '1'],
      ['journal', 'show', conversation, '1', '--json'],
    ],
    'journal verify': [
      ['journal', 'verify'],
      ['journal', 'verify', conversation],
    ],
    'credentials list': [
      ['credentials', 'list'],
      ['credentials', 'list', '--json'],
    ],
    'credentials where': [['credentials', 'where', 'orders_token']],
    'credentials set': [['credentials', 'set', 'orders_token']],
    'credentials rotate': [['credentials', 'rotate', 'not_there']],
    'credentials remove': [['credentials', 'remove', 'not_there', '--yes']],
    'credentials rekey': [['credentials', 'rekey', '--generate']],
    'mcp list': [
      ['mcp', 'list'],
      ['mcp', 'list', '--json'],
    ],
    'mcp inspect': [
      ['mcp', 'inspect', 'orders'],
      ['mcp', 'inspect', 'orders', '--json'],
    ],
    'mcp call': [['mcp', 'call', 'orders', 'get_order_details', '--args', args]],
    'mcp diff': [
      ['mcp', 'diff'],
      ['mcp', 'diff', '--json'],
    ],
    'mcp scaffold': [['mcp', 'scaffold', 'orders', 'get_order_details', '--capability', 'order:look']],
    'mcp login': [['mcp', 'login', 'orders', '--no-browser']],
    'mcp logout': [['mcp', 'logout', 'orders']],
    'mcp add': [['mcp', 'add', 'probe', '--env', 'PROBE_TOKEN={credential:orders_token}', '--', 'node', 'probe.ts']],
  };
}

/** What knows no workspace's credentials, and what stands in this process: the server with its answers and its log. */
const LOOKED_AT_ELSEWHERE = ['serve', 'pack', 'bench tau', 'bench injection', 'db import'];

it('a secret from the vault reaches its server and no sink, before and after it is rotated under a running workspace', {
  timeout: 180_000,
}, async () => {
  const dir = copyShop();
  edit(dir, 'rolecall.yaml', 'language: zh\n', `language: zh\n${VAULT}`);
  const cli: string[] = [];
  expect(await rolecall(dir, cli, ['credentials', 'rekey', '--generate'])).toBe(0);
  expect(await rolecall(dir, cli, ['credentials', 'set', 'orders_token'], FIRST)).toBe(0);

  const log: string[] = [];
  const model = scriptedModel([
    { calls: [{ name: 'order__get', input: { order_id: PENDING } }] },
    { text: `好的 ${FIRST}` },
    { calls: [{ name: 'order__get', input: { order_id: PENDING } }] },
    { text: `好的 ${FIRST} ${SECOND}` },
    { calls: [{ name: 'order__get', input: { order_id: SECOND } }] },
    { text: '好的' },
    ...Array.from({ length: 10 }, () => ({ text: '好的' })),
  ]);
  shop = await openShop({ dir, model, log: (line) => log.push(line) });
  server = await startServer({
    workspace: shop.workspace,
    port: 0,
    token: TOKEN,
    heartbeatMs: 500,
    log: (line) => log.push(line),
  });
  const conversation = await shop.conversation();
  await shop.say(`帮我查一下订单 ${PENDING}，密钥是 ${FIRST}`);
  const [before] = shop.workspace.servers();
  expect(before).toMatchObject({ status: 'up', starts: 1 });

  expect(await rolecall(dir, cli, ['credentials', 'rotate', 'orders_token'], SECOND)).toBe(0);
  await shop.say(`再查一下订单 ${PENDING}`);
  const [after] = shop.workspace.servers();
  // Nobody has restarted anything: the next call made a connection of its own with the new value.
  expect(after?.starts).toBe(2);
  await shop.say(`两个密钥是 ${FIRST} 和 ${SECOND}，还有 ${writtenForms(SECOND).join(' ')}`);

  const http: string[] = [];
  expect(await ask(http, 'POST', `/conversations/${conversation}/messages`, { text: SECOND })).toBe(202);
  expect(await ask(http, 'POST', `/conversations/${conversation}/messages`, { [SECOND]: FIRST })).toBe(400);
  const asked = new Set<string>();
  for (const [route, path, body] of requests(conversation)) {
    const [method = ''] = route.split(' ');
    asked.add(route);
    expect(await ask(http, method, path, body), path).toBeLessThan(500);
  }
  expect(asked).toEqual(allRoutes());

  const whole = join(dir, 'whole.jsonl');
  const commands = commandLines(conversation, whole);
  for (const argv of Object.values(commands).flat()) await rolecall(dir, cli, argv, SECOND);
  expect(new Set([...Object.keys(commands), ...LOOKED_AT_ELSEWHERE])).toEqual(new Set(await allCommands()));

  const { store } = shop.workspace;
  const sinks = {
    entries: await store.entries(conversation),
    stored: await store.storedEntries(conversation),
    inbox: await store.inbox(conversation),
    outbox: await store.outbox(conversation),
    facts: await store.facts(),
    log,
    prompts: model.calls,
    http,
    cli,
  };
  expect(cli.join('\n')).toContain('credential_exists');
  expect(textOf(await shop.say('谢谢'))).not.toBe('');
  for (const [sink, content] of Object.entries(sinks)) {
    const text = JSON.stringify(content);
    for (const form of [FIRST, SECOND].flatMap(writtenForms))
      expect(text.includes(form), `${sink}: ${form}`).toBe(false);
  }

  await server.close();
  await shop.close();
  [server, shop] = [undefined, undefined];
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name));
  expect(files).toContain(whole);
  for (const file of files.filter((path) => !path.includes('node_modules') && statSync(path).isFile())) {
    for (const form of [FIRST, SECOND].flatMap(writtenForms))
      expect(readFileSync(file).includes(form), file).toBe(false);
  }
});
