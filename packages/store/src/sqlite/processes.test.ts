import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Accepted, CommitResult, Lease } from '@rolecall/journal';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type StartedProcess, startProcess } from '../../test/start-process.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-processes-'));
const HOUR = 3_600_000;
const CANARY = 'customer-13800138000';
const at = new Date().toISOString();
let files = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function openHere(file: string) {
  const store = await openSqliteStore({ file, projections: [], engine: 'test@1.0.0' });
  onTestFinished(() => store.close());
  return store.for('org-1');
}

async function startStore(file: string): Promise<StartedProcess> {
  const started = startProcess('store-process.ts', file);
  expect(await started.readLine()).toBe('"open"');
  return started;
}

async function fresh() {
  const file = join(folder, `${++files}`, 'store.db');
  const ports = await openHere(file);
  const { id: contact } = await ports.upsertContact({ externalId: 'customer-1', level: 'verified', at });
  const message = (channel: string) =>
    ({
      conversation: { contact, employee: 'employee-1', channel },
      kind: 'message',
      data: { text: channel },
      at,
    }) as const;
  const open = async (channel: string) => {
    const accepted = await ports.accept(message(channel));
    return accepted.status === 'accepted' ? accepted.conversation : '';
  };
  return { file, ports, message, open };
}

describe('two processes on one file', () => {
  it('can both make it', async () => {
    const file = join(folder, `${++files}`, 'store.db');
    const started = [1, 2, 3].map(() => startProcess('store-process.ts', file));

    expect(await Promise.all(started.map((process) => process.readLine()))).toEqual(['"open"', '"open"', '"open"']);
  });

  it('that race for a ledger key have one winner, and the loser is told who', async () => {
    const { file, ports, open } = await fresh();
    const racers = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const conversation = await open(name);
        const lease = await ports.acquireLease(conversation, name, HOUR, at);
        return { name, conversation, fence: lease?.fence ?? 0, process: await startStore(file) };
      }),
    );
    const winners: string[] = [];
    for (let round = 0; round < 40; round++) {
      const base = `base-${round}`;
      const answers = await Promise.all(
        racers.map(async ({ name, conversation, fence, process }) => {
          const reserve = [{ base, intent: 1, operation: `${name}-${round}` }];
          const commit = { conversation, expectedSequence: 0, fence, at, entries: [], reserve, durability: 'power' };
          return (await process.ask(['commit', commit])) as CommitResult;
        }),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual(['committed', 'key_taken']);
      const winner = racers[answers.findIndex((answer) => answer.status === 'committed')]?.name ?? '';
      const loss = answers.find((answer) => answer.status === 'key_taken');
      expect(loss).toMatchObject({ holder: { operation: `${winner}-${round}` } });
      expect(await ports.ledger(base)).toMatchObject({ operation: `${winner}-${round}` });
      winners.push(winner);
    }
    expect(winners).toHaveLength(40);
  });

  it('that race for a lease have one winner, and only the winner writes', async () => {
    const { file, ports, open } = await fresh();
    const processes = [await startStore(file), await startStore(file)];
    for (let round = 0; round < 20; round++) {
      const conversation = await open(`channel-${round}`);
      const leases = (await Promise.all(
        processes.map((process, index) => process.ask(['acquireLease', conversation, `p${index}`, HOUR, at])),
      )) as (Lease | null)[];
      expect(leases.filter(Boolean)).toHaveLength(1);

      const fence = leases.find(Boolean)?.fence ?? 0;
      const commit = { conversation, expectedSequence: 0, at, entries: [] };
      expect(await processes[0]?.ask(['commit', { ...commit, fence: fence - 1 }])).toEqual({ status: 'fence_lost' });
      expect(await processes[0]?.ask(['commit', { ...commit, fence }])).toMatchObject({ status: 'committed' });
      expect(await ports.acquireLease(conversation, 'here', HOUR, at)).toBeUndefined();
    }
  });

  it('that accept the same first message with one key open one conversation with one item', async () => {
    const { file, ports, message } = await fresh();
    const processes = [await startStore(file), await startStore(file)];
    for (let round = 0; round < 10; round++) {
      const draft = { ...message(`channel-${round}`), idempotencyKey: 'k' };
      const answers = (await Promise.all(processes.map((process) => process.ask(['accept', draft])))) as Accepted[];

      expect(answers.map((answer) => answer.status).sort()).toEqual(['accepted', 'duplicate']);
      expect(new Set(answers.map((answer) => ('item' in answer ? answer.item : ''))).size).toBe(1);
    }
    expect(await ports.conversations()).toHaveLength(10);
  });

  it('see what the other one has committed', async () => {
    const { file, ports, message } = await fresh();
    const other = await startStore(file);
    const accepted = (await other.ask(['accept', message('channel')])) as Accepted & { conversation: string };

    expect((await ports.inbox(accepted.conversation)).map((item) => item.data.text)).toEqual(['channel']);
  });
});

describe('a contact that is deleted while another process reads', () => {
  it('stands in no file of the store any more once the reading has ended and something was written', async () => {
    const { file, ports, message, open } = await fresh();
    const { id } = await ports.upsertContact({ externalId: CANARY, level: 'verified', at });
    const isFound = () =>
      ['', '-wal'].some((end) => existsSync(`${file}${end}`) && readFileSync(`${file}${end}`).includes(CANARY));
    expect(isFound()).toBe(true);
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec('begin');
    expect(reader.prepare('select count(*) as n from contacts').get()?.n).toBe(2);

    expect(await ports.deleteContact(id, at)).toEqual({ status: 'deleted' });
    await ports.accept(message('meanwhile'));
    expect(isFound()).toBe(true);
    expect(reader.prepare('select count(*) as n from contacts').get()?.n).toBe(2);
    reader.exec('commit');
    await open('afterwards');

    expect(isFound()).toBe(false);
    reader.close();
  });
});

describe('a process that is killed', () => {
  it('right after it has answered has kept what it accepted', async () => {
    const { file, ports, message } = await fresh();
    const expected: string[] = [];
    let conversation = '';
    for (let round = 0; round < 5; round++) {
      const process = await startStore(file);
      const accepted = (await process.ask(['accept', message('channel')])) as Accepted & {
        conversation: string;
        item: string;
      };
      await process.kill();
      expected.push(accepted.item);
      conversation = accepted.conversation;
    }

    expect((await ports.inbox(conversation)).map((item) => item.id)).toEqual(expected);
    const reopened = await openHere(file);
    expect((await reopened.inbox(conversation)).map((item) => item.id)).toEqual(expected);
  });

  it('in the middle of committing leaves whole commits, and every one that was answered', async () => {
    const { file, ports, open } = await fresh();
    for (let round = 0; round < 5; round++) {
      const conversation = await open(`channel-${round}`);
      const lease = await ports.acquireLease(conversation, 'child', HOUR, at);
      const process = startProcess('commit-loop.ts', file, conversation, String(lease?.fence));
      let answered = 0;
      for (let count = 0; count < 3 + round * 7; count++) answered = Number(await process.readLine());
      await process.kill();
      for (let line = await process.readLine(); line !== undefined; line = await process.readLine())
        answered = Number(line);

      const sequences = (await ports.entries(conversation)).map((entry) => entry.sequence);
      expect(sequences.length).toBeGreaterThanOrEqual(answered);
      expect(sequences).toEqual(sequences.map((_, index) => index + 1));
      expect(sequences.length % 2).toBe(0);
      expect((await ports.conversation(conversation))?.sequence).toBe(sequences.length);
      expect((await ports.outbox(conversation)).map((item) => item.sequence)).toEqual(
        sequences.filter((sequence) => sequence % 2 === 0),
      );
    }
  });
});
