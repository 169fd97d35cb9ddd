import { emptyState, foldConversation, STATE_VERSION, stateAsJson, stateFromJson } from '@rolecall/employee';
import type { JournalEntry, Lease, StorePorts } from '@rolecall/journal';
import { scriptedModel } from '@rolecall/kernel/testing';
import { openShop } from '../../tests/shop.ts';

/** Processor time of this process and time by the clock, in milliseconds. */
export interface Cost {
  readonly cpuMs: number;
  readonly clockMs: number;
}

/** What a journal of rounds as the example shop has them costs at a length. */
export interface LongJournal {
  readonly entries: number;
  readonly fold: Cost;
  readonly stateBytes: number;
  readonly writeCheckpoint: Cost;
  readonly resumeFromCheckpoint: Cost;
}

const ROUNDS = 40;
const ORDER = '#W9911714';

/** A conversation of forty whole rounds, half of them with a read through the gate, as its journal has it. */
export async function roundsOfTheShop(): Promise<readonly JournalEntry[]> {
  const model = scriptedModel(({ prompt }) => {
    const last = prompt.at(-1);
    if (last?.role === 'tool') return '订单的情况就是这样。';
    return JSON.stringify(last).includes(ORDER)
      ? { calls: [{ name: 'order__get', input: { order_id: ORDER } }] }
      : '我在的，请说。';
  });
  const shop = await openShop({ model });
  for (let round = 0; round < ROUNDS; round++)
    await shop.say(round % 2 === 1 ? `订单 ${ORDER} 现在是什么状态 ${round}` : `你好，第 ${round} 句`);
  const entries = await shop.entries();
  await shop.close();
  return entries;
}

/** The same rounds again and again, each time under ids of their own, until there are so many entries. */
export async function longJournal(
  ports: StorePorts,
  lease: Lease,
  rounds: readonly JournalEntry[],
  length: number,
): Promise<LongJournal> {
  const journal: JournalEntry[] = [];
  for (let time = 0; journal.length < length; time++)
    for (const entry of rounds) journal.push(repeated(entry, time, journal.length + 1));
  const empty = emptyState('zh');
  let state = empty;
  const fold = await cost(async () => {
    state = foldConversation(empty, journal);
  });
  const at = new Date().toISOString();
  const draft = { conversation: lease.conversation, fence: lease.fence, at, sequence: 0, version: STATE_VERSION };
  const writeCheckpoint = await cost(async () => {
    if (!(await ports.writeCheckpoint({ ...draft, state: stateAsJson(state) }))) throw new Error('not written');
  });
  const resumeFromCheckpoint = await cost(async () => {
    stateFromJson((await ports.checkpoint(lease.conversation))?.state ?? null);
  });
  const stateBytes = JSON.stringify(stateAsJson(state)).length;
  return { entries: journal.length, fold, stateBytes, writeCheckpoint, resumeFromCheckpoint };
}

function repeated(entry: JournalEntry, time: number, sequence: number): JournalEntry {
  const text = JSON.stringify(entry).replaceAll(/"(round|op|call|in)_([0-9a-f]+)"/g, `"$1_${time}x$2"`);
  return { ...(JSON.parse(text) as JournalEntry), sequence };
}

async function cost(work: () => Promise<void>): Promise<Cost> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000, clockMs: performance.now() - start };
}
