import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { systemClock } from '@rolecall/base';
import { emptyState, foldConversation, STATE_VERSION, stateAsJson, stateFromJson } from '@rolecall/employee';
import type { Durability, Lease, StorePorts } from '@rolecall/journal';
import { createQueueDispatcher, migrateStore, openPostgresStore, openSqliteStore } from '@rolecall/store';
import { connectTo, startPostgres } from '../../packages/store/test/postgres-server.ts';
import { load } from './load.ts';
import { longJournal, roundsOfTheShop } from './long-journal.ts';

/**
 * What the stores and dispatch cost, each beside what the database alone needs in the same run.
 *
 * `npm run bench:store -- [--json] [--only load] [--entries 10,1000,100000] [--conversations 1000] [--messages 20]`. The PostgreSQL is one
 * of our own with `fsync` on, or the one that `ROLECALL_TEST_DATABASE_URL` names. Times are medians in milliseconds.
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    entries: { type: 'string', default: '10,1000,100000' },
    conversations: { type: 'string', default: '1000' },
    messages: { type: 'string', default: '20' },
  },
});
const TEXT = 'x'.repeat(200);
const HOUR_MS = 3_600_000;
const ROUND_KINDS: Readonly<Record<number, string>> = {
  0: 'employee.round_started',
  1: 'employee.message_received',
  9: 'employee.round_ended',
};
const now = () => new Date().toISOString();
const folder = mkdtempSync(join(tmpdir(), 'rolecall-bench-store-'));
const server = await startPostgres({ fsync: true });
const database = { url: server.url, schema: `bench_${process.pid}` };

try {
  await migrateStore({ kind: 'postgres', ...database }, 'bench@0');
  const sqlite = await openSqliteStore({ file: join(folder, 'store.db'), projections: [], engine: 'bench@0' });
  const postgres = await openPostgresStore({ ...database, projections: [], engine: 'bench@0' });
  const result: Record<string, unknown> = { node: process.version, cores: cpus().length };
  const measure = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    if (values.only !== undefined && !name.startsWith(values.only)) return;
    result[name] = await work();
    console.error(`${name}: ${JSON.stringify(result[name])}`);
  };
  await measure('stepOnSqlite', async () => ({ ...(await steps(sqlite.for('step'), 500)), ...bareSqlite(500) }));
  await measure('stepOnPostgres', async () => ({
    ...(await steps(postgres.for('step'), 300)),
    ...(await barePostgres(300)),
  }));
  await measure('dispatchOneWorker', () => dispatch(postgres.for('one'), 'one', 1));
  await measure('dispatchTwoWorkers', () => dispatch(postgres.for('two'), 'two', 2));
  await measure('parked', () => parked(sqlite.for('parked')));
  await measure('journalOnSqlite', () => journals(sqlite.for('journal')));
  await measure('journalOnPostgres', () => journals(postgres.for('journal')));
  await measure('longJournals', async () => {
    const rounds = await roundsOfTheShop();
    const each = async (ports: StorePorts) => {
      const results = [];
      for (const length of [1_000, 5_000, 20_000, 100_000]) {
        const { lease } = await open(ports, `long-${length}`);
        results.push(await longJournal(ports, lease, rounds, length));
      }
      return results;
    };
    return { sqlite: await each(sqlite.for('long')), postgres: await each(postgres.for('long')) };
  });
  await measure('load', () =>
    load({
      url: server.url,
      schema: `load_${process.pid}`,
      conversations: Number(values.conversations),
      messages: Number(values.messages),
    }),
  );
  await sqlite.close();
  await postgres.close();
  console.log(JSON.stringify(result, undefined, values.json ? undefined : 2));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function open(
  ports: StorePorts,
  name: string,
): Promise<{ readonly conversation: string; readonly lease: Lease }> {
  const { id: contact } = await ports.upsertContact({ externalId: name, level: 'verified', at: now() });
  const party = { contact, employee: 'bench', channel: 'bench' };
  const accepted = await ports.accept({ conversation: party, kind: 'settlement', data: {}, at: now() });
  if (accepted.status === 'conflict') throw new Error(accepted.reason);
  const lease = await ports.acquireLease(accepted.conversation, 'bench', HOUR_MS, now());
  if (!lease) throw new Error('no lease');
  await ports.commit({ ...headOf(lease, 0), entries: [], consume: [accepted.item] });
  return { conversation: accepted.conversation, lease };
}

function headOf({ conversation, fence }: Lease, expectedSequence: number) {
  return { conversation, fence, expectedSequence, at: now() };
}

function entriesAfter({ conversation }: Lease, sequence: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    conversation,
    sequence: sequence + 1 + index,
    at: now(),
    kind: 'bench.entry',
    kindVersion: 1,
    engine: 'bench@0',
    data: { text: TEXT },
  }));
}

/** The same entries as rounds of ten, as a conversation has them: what is folded holds them. */
function inRounds(entries: ReturnType<typeof entriesAfter>) {
  return entries.map((entry) => {
    const place = (entry.sequence - 1) % 10;
    const round = `round-${Math.floor((entry.sequence - 1) / 10)}`;
    const kind = ROUND_KINDS[place] ?? entry.kind;
    return { ...entry, round, kind, data: { ...entry.data, language: 'en', item: round, end: 'answered' } };
  });
}

/** A commit of one entry in both durabilities, and an acceptance. */
async function steps(ports: StorePorts, count: number) {
  const { conversation, lease } = await open(ports, 'step');
  let sequence = 0;
  const commit = (durability: Durability) =>
    times(count, async () => {
      await ports.commit({ ...headOf(lease, sequence), entries: entriesAfter(lease, sequence, 1), durability });
      sequence++;
    });
  return {
    commitMs: await commit('process'),
    commitPowerMs: await commit('power'),
    acceptMs: await times(count, async () => {
      await ports.accept({ conversation, kind: 'settlement', data: { text: TEXT }, at: now() });
    }),
  };
}

/** The same bytes in the database alone: one row in a transaction of its own. */
function bareSqlite(count: number) {
  const bare = (synchronous: string) => {
    const file = new DatabaseSync(join(folder, `bare-${synchronous}.db`));
    file.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
    file.exec(
      'create table entries (conversation text, sequence integer, data text, primary key (conversation, sequence)) strict',
    );
    const insert = file.prepare('insert into entries values (?, ?, ?)');
    const list: number[] = [];
    for (let index = 0; index < count; index++) {
      const start = performance.now();
      file.exec('begin immediate');
      insert.run('c', index, TEXT);
      file.exec('commit');
      list.push(performance.now() - start);
    }
    file.close();
    return median(list);
  };
  return { bareMs: bare('normal'), barePowerMs: bare('full') };
}

async function barePostgres(count: number) {
  const client = await connectTo(server.url);
  await client.query(
    'create table bare (conversation text, sequence integer, data text, primary key (conversation, sequence))',
  );
  let index = 0;
  const bare = async (synchronous: string) =>
    times(count, async () => {
      await client.query(`begin; set local synchronous_commit to ${synchronous}`);
      await client.query('insert into bare values ($1, $2, $3)', ['c', index++, TEXT]);
      await client.query('commit');
    });
  const result = { bareMs: await bare('off'), barePowerMs: await bare('on') };
  await client.end();
  return result;
}

/** Appending to, folding and resuming a journal of so many entries. */
async function journals(ports: StorePorts) {
  const results: Record<string, Readonly<Record<string, number>>> = {};
  for (const length of values.entries.split(',').map(Number)) {
    const { conversation, lease } = await open(ports, `journal-${length}`);
    for (let sequence = 0; sequence < length; sequence += 1_000) {
      const entries = inRounds(entriesAfter(lease, sequence, Math.min(1_000, length - sequence)));
      await ports.commit({ ...headOf(lease, sequence), entries });
    }
    let sequence = length;
    const appendMs = await times(50, async () => {
      await ports.commit({ ...headOf(lease, sequence), entries: entriesAfter(lease, sequence, 1) });
      sequence++;
    });
    const foldMs = await times(length > 10_000 ? 3 : 20, async () => {
      foldConversation(emptyState('en'), await ports.entries(conversation));
    });
    const resumeMs = await times(50, async () => {
      await ports.entries(conversation, sequence - 5);
    });
    results[length] = { appendMs, foldMs, resumeMs, ...(await checkpoints(ports, lease, sequence)) };
  }
  return results;
}

/** Writing the state of a journal down, and a first fold from there. */
async function checkpoints(ports: StorePorts, lease: Lease, sequence: number) {
  const { conversation } = lease;
  const state = foldConversation(emptyState('en'), await ports.entries(conversation));
  const draft = { conversation, fence: lease.fence, sequence, version: STATE_VERSION, state: stateAsJson(state) };
  const writeCheckpointMs = await times(20, async () => {
    await ports.writeCheckpoint({ ...draft, at: now() });
  });
  const fromCheckpointMs = await times(20, async () => {
    const checkpoint = await ports.checkpoint(conversation);
    const before = stateFromJson(checkpoint?.state ?? null);
    foldConversation(before, await ports.entries(conversation, before.sequence));
  });
  return { writeCheckpointMs, fromCheckpointMs };
}

/** What conversations that wait for a confirmation hold of this process: nothing, they are rows. */
async function parked(ports: StorePorts) {
  const collect = (globalThis as { gc?: () => void }).gc;
  collect?.();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 2_000; index++) {
    const { lease } = await open(ports, `parked-${index}`);
    await ports.commit({
      ...headOf(lease, 0),
      entries: entriesAfter(lease, 0, 6),
      outbox: [{ kind: 'notice', data: { text: TEXT } }],
      timers: [{ op: 'set', id: 'expires', dueAt: new Date(Date.now() + HOUR_MS).toISOString(), data: {} }],
    });
    await ports.releaseLease(lease);
  }
  collect?.();
  return { conversations: 2_000, heapMb: (process.memoryUsage().heapUsed - before) / 1024 / 1024 };
}

/** From acceptance to the start of its handling: of a message to a quiet conversation, and of the second to a busy one. */
async function dispatch(ports: StorePorts, organisation: string, workers: number) {
  const startedAt = new Map<string, number>();
  const handle = instant(ports, (item) => startedAt.set(item, performance.now()), 20);
  const dispatchers = await startWorkers(ports, organisation, workers, handle);
  const quiet: number[] = [];
  const busy: number[] = [];
  for (let index = 0; index < 60; index++) {
    const { conversation, lease } = await open(ports, `quiet-${index}`);
    await ports.releaseLease(lease);
    const say = async () => {
      const accepted = await ports.accept({ conversation, kind: 'settlement', data: {}, at: now() });
      const at = performance.now();
      dispatchers[0]?.wake(conversation);
      return { item: accepted.status === 'conflict' ? '' : accepted.item, at };
    };
    const first = await say();
    while (!startedAt.has(first.item)) await pause(1);
    const second = await say();
    while (!startedAt.has(second.item)) await pause(1);
    quiet.push((startedAt.get(first.item) ?? 0) - first.at);
    busy.push((startedAt.get(second.item) ?? 0) - second.at);
  }
  for (const dispatcher of dispatchers) await dispatcher.close();
  return { quietMs: median(quiet), quietP95Ms: percentile(quiet, 95), busyMs: median(busy), busyWorkMs: 20 };
}

/** A handler with a model that answers at once: one commit that consumes the item, writes two entries and a reply. */
function instant(
  ports: StorePorts,
  onItem: (item: string, position: number, conversation: string) => void,
  workMs = 0,
): (conversation: string, lease: Lease) => Promise<void> {
  return async (conversation, lease) => {
    const [item] = await ports.inbox(conversation, 1);
    if (!item) return;
    onItem(item.id, item.position, conversation);
    if (workMs > 0) await pause(workMs);
    const sequence = (await ports.conversation(conversation))?.sequence ?? 0;
    await ports.commit({
      ...headOf(lease, sequence),
      entries: entriesAfter(lease, sequence, 2),
      consume: [item.id],
      outbox: [{ kind: 'reply', data: { text: TEXT } }],
    });
  };
}

function startWorkers(
  ports: StorePorts,
  organisation: string,
  count: number,
  handle: (conversation: string, lease: Lease) => Promise<void>,
) {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      createQueueDispatcher({
        ...database,
        organisation,
        store: ports,
        holder: `bench-${index}`,
        clock: systemClock,
        concurrency: 8,
        handle,
        onError: (error) => console.error(error),
      }),
    ),
  );
}

async function times(count: number, work: () => Promise<void>): Promise<number> {
  const list: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    await work();
    list.push(performance.now() - start);
  }
  return median(list);
}

function median(list: readonly number[]): number {
  return percentile(list, 50);
}

function percentile(list: readonly number[], percent: number): number {
  const sorted = [...list].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
