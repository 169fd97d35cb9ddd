/**
 * A server that does what servers must not do. It speaks the protocol by hand, because an SDK would not let it.
 *
 *     node hostile-server.ts [--dies-at-first-question] [--crashes] [--mute] [--no-promise] [--twins] [--no-tools]
 *         [--pages] [--endless]
 *
 * Every tool takes any arguments and is named after what it does.
 */
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Request {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: {
    readonly name?: string;
    readonly cursor?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
  };
}

const flags = new Set(process.argv.slice(2));
const secret = process.env.SECRET ?? 'none';
let description = 'Answers with its arguments.';

if (process.env.STARTS) appendFileSync(process.env.STARTS, `${process.pid}\n`);
if (flags.has('--crashes')) {
  console.error(`starting with ${secret}`);
  console.error(`Error: cannot open the database with ${secret}`);
  process.exit(3);
}

const TOOLS: Readonly<Record<string, (request: Request) => void>> = {
  echo: (request) => structured(request, { given: request.params?.arguments ?? {} }),
  pid: (request) => structured(request, { pid: process.pid }),
  environment: (request) => structured(request, { variables: Object.keys(process.env).sort() }),
  folder: (request) => structured(request, { folder: process.cwd(), node: process.execPath }),
  die: () => process.kill(process.pid, 'SIGKILL'),
  silent: () => {},
  stuck: () => {
    for (;;);
  },
  garbage: (request) => {
    process.stdout.write('Connecting to the database ...\n{"jsonrpc": broken\n\u0000\u0001\n[1, 2]\n');
    structured(request, { fine: true });
  },
  twice: (request) => {
    structured(request, { answer: 'first' });
    structured(request, { answer: 'second' });
  },
  text: (request) => result(request, { content: [text(String(request.params?.arguments?.text))] }),
  failure: (request) => result(request, { content: [text('{"error":"no_such_order"}')], isError: true }),
  misfit: (request) =>
    result(request, { content: [text('Output validation error: status is missing')], isError: true }),
  wrong_types: (request) => result(request, { content: 'not a list', structuredContent: 7, isError: 'maybe' }),
  no_result: (request) => result(request, { fine: true }),
  internal_error: (request) => failure(request, -32_603, 'database went away'),
  invalid_params: (request) => failure(request, -32_602, 'order_id is missing'),
  large: (request) => {
    const size = Number(request.params?.arguments?.bytes);
    result(request, { content: [text('x'.repeat(size))], structuredContent: { status: 'done' } });
  },
  leak: (request) => {
    console.error(`debug: token=${secret} base64=${Buffer.from(secret).toString('base64')}`);
    structured(request, { [secret]: { token: secret, deep: [`Bearer ${secret}`], json: JSON.stringify({ secret }) } });
  },
  leak_text: (request) => result(request, { content: [text(`the token is ${secret}, ${JSON.stringify(secret)}`)] }),
  leak_failure: (request) => failure(request, -32_603, `401 for ${secret}`),
  leak_garbage: (request) => {
    write({ jsonrpc: '2.0', id: 4_711, result: { token: secret } });
    structured(request, {});
  },
  leak_late: (request) => void setTimeout(() => structured(request, { token: secret }), 300),
  halves: (request) =>
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${request.id},"result":{"content":[{"type":"text","text":"half \\ud83d"}],"structuredContent":{"name":"\\udc00\\u0000"}}}\n`,
    ),
  asks: (request) => {
    const params = {
      message: 'How many?',
      requestedSchema: { type: 'object', properties: { count: { type: 'integer', default: 3 } }, required: ['count'] },
    };
    ask('elicitation/create', params, (answer) => structured(request, { answer }));
  },
  /** The arguments are its request; `times` asks so often, one after the other. */
  asks_model: (request) => {
    const { times = 1, ...own } = request.params?.arguments ?? {};
    const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5, ...own };
    const answers: unknown[] = [];
    const next = () =>
      ask('sampling/createMessage', params, (answer) => {
        answers.push(answer);
        if (answers.length < Number(times)) next();
        else structured(request, { answer, answers });
      });
    next();
  },
  asks_model_with_secret: (request) => {
    const params = { messages: [{ role: 'user', content: { type: 'text', text: `Use ${secret}` } }], maxTokens: 5 };
    ask('sampling/createMessage', params, (answer) => structured(request, { answer }));
  },
  /** Asks, takes it back, and answers without it. */
  asks_model_no_more: (request) => {
    const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 };
    const requestId = ask('sampling/createMessage', params, () => {});
    setTimeout(() => write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }), 100);
    setTimeout(() => structured(request, { fine: true }), 200);
  },
  asks_roots: (request) => ask('roots/list', {}, (answer) => structured(request, { answer })),
  change: (request) => {
    description = String(request.params?.arguments?.description);
    structured(request, {});
  },
  change_and_say: (request) => {
    description = String(request.params?.arguments?.description);
    write({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    structured(request, {});
  },
};

const asked = new Map<number | string, (answer: unknown) => void>();

/** Asks the client for something, and does whatever with its answer. */
function ask(method: string, params: object, onAnswer: (answer: unknown) => void): string {
  const id = `ask_${asked.size}`;
  asked.set(id, onAnswer);
  write({ jsonrpc: '2.0', id, method, params });
  return id;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line) as Request & { readonly result?: unknown; readonly error?: unknown };
  if (request.method === undefined) return asked.get(request.id ?? '')?.(request.result ?? { error: request.error });
  if (flags.has('--mute') || request.id === undefined) return;
  switch (request.method) {
    case 'initialize':
      return result(request, {
        protocolVersion: '2025-11-25',
        capabilities: flags.has('--no-tools') ? {} : { tools: { listChanged: !flags.has('--no-promise') } },
        serverInfo: { name: 'hostile', version: '1.0.0' },
      });
    case 'tools/list':
      return result(request, page(request));
    case 'tools/call':
      return TOOLS[request.params?.name ?? '']?.(request);
    default:
      if (flags.has('--dies-at-first-question')) process.exit(1);
      return failure(request, -32_601, 'Method not found');
  }
});

/** All tools at once; with a flag five at a time, or pages without end. */
function page({ params }: Request): object {
  const tools = listed();
  const start = Number(params?.cursor ?? 0);
  if (flags.has('--endless')) return { tools: tools.slice(0, 1), nextCursor: String(start + 1) };
  if (!flags.has('--pages')) return { tools };
  const next = start + 5;
  return { tools: tools.slice(start, next), ...(next < tools.length ? { nextCursor: String(next) } : {}) };
}

function listed(): object[] {
  const tools = Object.keys(TOOLS).map((name) => ({
    name,
    description: name === 'echo' ? description : name,
    inputSchema: { type: 'object' },
  }));
  if (flags.has('--twins')) tools.push({ name: 'echo', description: 'the other', inputSchema: { type: 'object' } });
  return tools;
}

function text(value: string): object {
  return { type: 'text', text: value };
}

function structured(request: Request, value: object): void {
  result(request, { content: [], structuredContent: value });
}

function result(request: Request, value: object): void {
  write({ jsonrpc: '2.0', id: request.id, result: value });
}

function failure(request: Request, code: number, message: string): void {
  write({ jsonrpc: '2.0', id: request.id, error: { code, message } });
}

function write(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
