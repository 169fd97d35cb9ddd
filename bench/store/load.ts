import { type ChildProcess, fork } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace, openWorkspaceDatabase, type Workspace } from '@rolecall/host';
import { connectTo } from '../../packages/store/test/postgres-server.ts';
import { copyShop } from '../../tests/shop.ts';
import type { Answer, Memory, Order } from './load-process.ts';

/** How much is said, and where. */
export interface LoadPlan {
  readonly url: string;
  readonly schema: string;
  readonly conversations: number;
  readonly messages: number;
}

/** What became of it. */
export interface LoadResult {
  readonly conversations: number;
  readonly messages: number;
  readonly rounds: number;
  /** Conversations whose journal does not hold every message once, in the order in which they were said, each with an answer. */
  readonly orderViolations: number;
  readonly roundsPerSecond: number;
  readonly entriesPerRound: number;
  /** Of each worker how many rounds it worked, and its memory after the first twentieth of all rounds and at the end. */
  readonly workers: readonly { readonly rounds: number; readonly first: Memory; readonly last: Memory }[];
  readonly bareRoundsPerSecond: number;
}

/**
 * The example shop with two workers, each a process of its own, and a third process that takes the messages in. A round is a
 * whole one: prompt, a model that answers at once, checks, summary, reply. Afterwards the order is read from the journals.
 */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  const dir = copyShop();
  const environment = { ...process.env, LOAD_DATABASE_URL: plan.url };
  appendFileSync(
    join(dir, 'rolecall.yaml'),
    `\ndatabase: { url_env: LOAD_DATABASE_URL, schema: ${plan.schema} }\nmemory: { summaries: extract }\n`,
  );
  const processes: LoadProcess[] = [];
  const start = async (role: 'worker' | 'api') => {
    const started = new LoadProcess(dir, role, environment);
    processes.push(started);
    await started.ready;
    return started;
  };
  await openWorkspaceDatabase(dir, environment).migrate();
  // One after the other: the first start pins the tools.
  const workers = [await start('worker'), await start('worker')];
  const api = await start('api');
  const workspace = await openWorkspace(dir, { work: false, environment });
  try {
    return await measure(plan, workers, api, workspace);
  } finally {
    await workspace.close();
    await Promise.all(processes.map((each) => each.end()));
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measure(
  { url, schema, conversations, messages }: LoadPlan,
  workers: readonly LoadProcess[],
  api: LoadProcess,
  { store }: Workspace,
): Promise<LoadResult> {
  const client = await connectTo(url);
  const isIdle = async () => (await store.waiting(1)).length === 0;
  const handled = async () =>
    Number(
      (await client.query(`select count(*) from ${schema}.inbox where kind = 'message' and is_consumed = 1`)).rows[0]
        .count,
    );
  const { conversations: opened = [] } = await api.ask({ open: conversations });
  await until(isIdle);
  const start = performance.now();
  const said = api.ask({ say: messages });
  await until(async () => (await handled()) >= (conversations * messages) / 20);
  const first = await memoryOf(workers);
  await said;
  await until(isIdle);
  const seconds = (performance.now() - start) / 1_000;
  const last = await memoryOf(workers);
  let [rounds, entries, orderViolations] = [0, 0, 0];
  for (const conversation of opened) {
    const journal = await store.entries(conversation);
    const ofMessages = journal.filter(({ round }) =>
      journal.some((each) => each.round === round && each.kind === 'employee.message_received'),
    );
    const texts = journal
      .filter(({ kind }) => kind === 'employee.message_received')
      .map(({ data }) => String(data.text));
    const answers = ofMessages.filter(({ kind }) => kind === 'employee.replied').length;
    const isInOrder = texts.every((text, index) => text === `question ${index + 1}`);
    if (!isInOrder || texts.length !== messages || answers !== messages) orderViolations++;
    rounds += texts.length;
    entries += ofMessages.length;
  }
  await client.end();
  const entriesPerRound = entries / rounds;
  return {
    conversations,
    messages,
    rounds,
    orderViolations,
    roundsPerSecond: rounds / seconds,
    entriesPerRound,
    workers: first.map((before, index) => ({
      rounds: last[index]?.rounds ?? 0,
      first: before.memory,
      last: last[index]?.memory ?? before.memory,
    })),
    bareRoundsPerSecond: await bareLoad(url, conversations, messages, Math.round(entriesPerRound)),
  };
}

async function memoryOf(workers: readonly LoadProcess[]) {
  const answers = await Promise.all(workers.map((worker) => worker.ask({ memory: true })));
  return answers.map(({ memory = { heapMb: 0, rssMb: 0 }, rounds = 0 }) => ({ memory, rounds }));
}

/** A process that obeys one order after the other. */
class LoadProcess {
  readonly ready: Promise<Answer>;
  readonly #child: ChildProcess;

  constructor(dir: string, role: 'worker' | 'api', env: NodeJS.ProcessEnv) {
    this.#child = fork(join(import.meta.dirname, 'load-process.ts'), [dir, role], {
      env,
      execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    });
    this.ready = this.#answer('ready');
  }

  async ask(order: Exclude<Order, { readonly end: true }>): Promise<Answer> {
    const answer = this.#answer(Object.keys(order)[0] as Answer['done']);
    this.#child.send(order);
    return answer;
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.send({ end: true } satisfies Order);
    await gone;
  }

  #answer(done: Answer['done']): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const onMessage = (answer: Answer) => {
        if (answer.done !== done) return;
        this.#child.off('message', onMessage);
        resolve(answer);
      };
      this.#child.on('message', onMessage);
      this.#child.once('exit', (code) => reject(new Error(`A process of the load ended with ${code}.`)));
    });
  }
}

/**
 * The rows of the same rounds in the database alone: of every message one transaction that accepts it and waits for the
 * disk, and one that consumes it and writes the entries, a reply and the conversation's sequence, sixteen at a time.
 */
async function bareLoad(url: string, conversations: number, messages: number, entries: number): Promise<number> {
  const clients = await Promise.all(Array.from({ length: 16 }, () => connectTo(url)));
  await clients[0]?.query(`
    create table bare_conversations (id text primary key, sequence integer);
    create table bare_inbox (id text primary key, conversation text, data text, is_consumed integer);
    create table bare_entries (conversation text, sequence integer, data text, primary key (conversation, sequence));
    create table bare_outbox (conversation text, sequence integer, data text, primary key (conversation, sequence));
    insert into bare_conversations select 'c' || n, 0 from generate_series(0, ${conversations - 1}) as n`);
  const places = Array.from({ length: entries }, (_, index) => `($1, $2 + ${index + 1}, $3)`).join(', ');
  const text = 'x'.repeat(200);
  let next = 0;
  const start = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let index = next++; index < conversations * messages; index = next++) {
        const conversation = `c${index % conversations}`;
        const sequence = entries * Math.floor(index / conversations);
        await client.query('begin; set local synchronous_commit to on');
        await client.query('insert into bare_inbox values ($1, $2, $3, 0)', [`i${index}`, conversation, text]);
        await client.query('commit');
        await client.query('begin; set local synchronous_commit to off');
        await client.query('update bare_inbox set is_consumed = 1 where id = $1', [`i${index}`]);
        await client.query(`insert into bare_entries values ${places}`, [conversation, sequence, text]);
        await client.query('insert into bare_outbox values ($1, $2, $3)', [conversation, sequence + entries, text]);
        await client.query('update bare_conversations set sequence = $2 where id = $1', [
          conversation,
          sequence + entries,
        ]);
        await client.query('commit');
      }
    }),
  );
  const seconds = (performance.now() - start) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return (conversations * messages) / seconds;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}
