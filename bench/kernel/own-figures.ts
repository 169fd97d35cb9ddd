import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalEntry } from '@rolecall/journal';
import {
  type ConversationJournal,
  createAgent,
  createMemory,
  estimateTokens,
  memoryJournal,
  summaryText,
} from '@rolecall/kernel';
import { createMemoryStorage } from '@rolecall/kernel/testing';
import { bestPrefixShare, type RoundSizes } from './best-prefix.ts';
import { loadedPack } from './pack.ts';
import { sqliteJournal } from './sqlite-journal.ts';
import { textModel } from './text-model.ts';

const RUNS = 7;
const WARM_RUNS = 100;
const HISTORIES = [100, 1_000, 10_000, 100_000];

/** What has no counterpart in the peers: histories, heap, the stable prefix, the import. */
export async function ownFigures(): Promise<object> {
  return {
    historyMs: await historyFigures(),
    heapKb: await heapFigures(),
    prefixPercent: { short: await prefixShare(60, 240), long: await prefixShare(300, 3_000) },
    coldImportMs: coldImport(),
  };
}

/** One round of one step over a long conversation, read from SQLite for it, and again with what is in memory. */
async function historyFigures(): Promise<Record<number, HistoryFigures>> {
  const figures: Record<number, HistoryFigures> = {};
  for (const rounds of HISTORIES) {
    const journal = sqliteJournal(join(mkdtempSync(join(tmpdir(), 'rolecall-bench-')), 'c.db'));
    await fillJournal(journal, rounds);
    // New rounds are as long as the old ones: what is read stays the same.
    const options = { model: textModel(() => chinese(200, 2)), journal, limits: { windowTokens: 32_000 } };
    const cold: Spent[] = [];
    const live: Spent[] = [];
    for (let run = 0; run < RUNS + WARM_RUNS; run++) {
      const conversation = createAgent(options).conversation('c');
      cold.push(await spentOn(() => conversation.send(chinese(300, 1))));
      live.push(await spentOn(() => conversation.send(chinese(300, 1))));
    }
    figures[rounds] = { cold: medians(cold.slice(WARM_RUNS)), live: medians(live.slice(WARM_RUNS)) };
    journal.close();
  }
  return figures;
}

/** Rounds as an agent writes them, without running each of them. */
async function fillJournal(journal: ConversationJournal, rounds: number): Promise<void> {
  const template = memoryJournal();
  const agent = createAgent({ model: textModel(() => chinese(200, 2)), journal: template });
  await agent.conversation('c').send(chinese(300, 1));
  const one = await template.readStart('c', 100);
  const batch: JournalEntry[] = [];
  let sequence = 0;
  let written = 0;
  for (let round = 0; round < rounds; round++) {
    for (const entry of one) {
      sequence += 1;
      batch.push(numbered(entry, sequence, round));
    }
    if (batch.length > 5_000 || round === rounds - 1) {
      await journal.append('c', written, batch.splice(0), 'process');
      written = sequence;
    }
  }
}

function numbered(entry: JournalEntry, sequence: number, round: number): JournalEntry {
  const id = `input_${round}`;
  const named = { ...entry, sequence, ...(entry.round ? { round: `round_${round}` } : {}) };
  switch (entry.kind) {
    case 'agent.input':
      return { ...named, data: { ...entry.data, id } };
    case 'agent.round_started':
      return { ...named, data: { ...entry.data, input: id } };
    case 'agent.round_ended': {
      const checkpoint = entry.data.checkpoint as { readonly rounds: number };
      return { ...named, data: { ...entry.data, checkpoint: { ...checkpoint, rounds: round + 1 } } };
    }
    default:
      return named;
  }
}

/** What a conversation of twenty rounds holds in memory while it is live and once it is parked; its journal is on disk. */
async function heapFigures(): Promise<{ live: number; parked: number }> {
  const count = 300;
  const journal = sqliteJournal(join(mkdtempSync(join(tmpdir(), 'rolecall-bench-')), 'c.db'));
  const agent = createAgent({ model: textModel(() => '好的，已经记下。'), journal });
  await agent.conversation('warm').send('你好');
  const empty = heapUsed();
  const conversations = Array.from({ length: count }, (_, index) => agent.conversation(`c${index}`));
  for (let round = 0; round < 20; round++) {
    await Promise.all(conversations.map((conversation) => conversation.send(`第${round}件事：请帮我记下这一条。`)));
  }
  const live = heapUsed();
  await Promise.all(conversations.map((conversation) => conversation.park()));
  const parked = heapUsed();
  const kilobytes = (bytes: number) => Math.round((bytes / count / 1024) * 10) / 10;
  return { live: kilobytes(live - empty), parked: kilobytes(parked - empty) };
}

function heapUsed(): number {
  for (let times = 0; times < 3; times++) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/**
 * Of 400 consecutive requests, the share of each that the one before began with: what a provider's prefix cache keeps; and
 * the largest that there could have been.
 */
async function prefixShare(least: number, most: number): Promise<{ measured: number; best: number }> {
  const requests: string[] = [];
  const replies: string[] = [];
  const model = textModel(({ prompt }, number) => {
    requests.push(JSON.stringify(prompt));
    const reply = chinese(least / 2 + ((number * 7_919) % (most / 2)), number);
    replies.push(reply);
    return reply;
  });
  const memory = createMemory({
    storage: createMemoryStorage(),
    scope: { kind: 'project', id: 'bench' },
    clock: { now: Date.now },
    timeZone: 'UTC',
  });
  const rolePack = await loadedPack({});
  const journal = memoryJournal();
  const agent = createAgent({
    model,
    rolePack,
    memory,
    journal,
    summaryModel: false,
    limits: { windowTokens: 32_000 },
  });
  const conversation = agent.conversation();
  const inputs = Array.from({ length: 400 }, (_, index) =>
    chinese(least + (((index + 1) * 104_729) % (most - least)), index + 1),
  );
  for (const input of inputs) {
    await conversation.send(input);
    await conversation.settled();
  }
  let common = 0;
  let whole = 0;
  for (let index = 1; index < requests.length; index++) {
    common += commonPrefix(requests[index - 1] ?? '', requests[index] ?? '');
    whole += requests[index - 1]?.length ?? 0;
  }
  const contexts = (await journal.readStart(conversation.id, 1e6)).filter(({ kind }) => kind === 'kernel.context');
  const summaries = await memory.summariesOf(contexts.map(({ round = '' }) => round));
  const sizes = contexts.map(({ round = '', data }, index): RoundSizes => {
    const [input, reply] = [sizeOf('user', inputs[index]), sizeOf('assistant', replies[index])];
    const summary = summaries.get(round);
    return {
      whole: { tokens: input.tokens + reply.tokens, length: input.length + reply.length },
      summary: sizeOf('user', `［较早一轮的摘要］${summary ? summaryText(summary) : ''}`),
      inputLength: input.length,
      roomTokens: Number(data.dialogueTokens),
    };
  });
  const headLength = (requests[0]?.length ?? 0) - (sizes[0]?.inputLength ?? 0);
  return { measured: percent(common / whole), best: percent(bestPrefixShare(sizes, headLength)) };
}

/** What a message costs in a request, with the comma behind it. */
function sizeOf(role: string, text = ''): RoundSizes['whole'] {
  const message = { role, content: [{ type: 'text', text }] };
  return { tokens: 4 + estimateTokens(text), length: JSON.stringify(message).length + 1 };
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}

function commonPrefix(left: string, right: string): number {
  let index = 0;
  while (index < left.length && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  return index;
}

function chinese(characters: number, seed: number): string {
  const text = `［${seed}］请帮我看一下上周提交的季度报表，第三部分的数字和库存系统对不上，客户反馈物流信息两天没有更新。`;
  return text.repeat(Math.ceil(characters / text.length)).slice(0, Math.max(20, Math.round(characters)));
}

/** The time of `import '@rolecall/kernel'` in a process of its own, as a program meets it from source. */
function coldImport(): number {
  const script = "const s = performance.now(); await import('@rolecall/kernel'); console.log(performance.now() - s);";
  const times = Array.from({ length: RUNS }, () =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: import.meta.dirname,
        encoding: 'utf8',
      }),
    ),
  );
  return Math.round(median(times));
}

/** Milliseconds by the clock, and of the process's own CPU time. */
interface Spent {
  readonly wall: number;
  readonly cpu: number;
}

interface HistoryFigures {
  readonly cold: Spent;
  readonly live: Spent;
}

async function spentOn(act: () => Promise<unknown>): Promise<Spent> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  await act();
  const used = process.cpuUsage(cpu);
  return { wall: performance.now() - start, cpu: (used.user + used.system) / 1_000 };
}

function medians(spent: readonly Spent[]): Spent {
  return { wall: median(spent.map(({ wall }) => wall)), cpu: median(spent.map(({ cpu }) => cpu)) };
}

function median(values: readonly number[]): number {
  return Math.round((values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0) * 100) / 100;
}
