import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace, openWorkspaceDatabase } from '@rolecall/host';
import { judge, openOperations, type Verdict } from './fault-harness.ts';
import { copyShop, ETHAN, PENDING, until } from './shop.ts';

/** What became of one run in which workers were killed, beside its verdict. */
export interface KillRun extends Verdict {
  readonly kills: number;
}

const SAID = [`我要取消订单 ${PENDING}，不想要了`, '确认', `订单 ${PENDING} 现在是什么状态`];
/** A round that ends takes about so long; a kill comes anywhere in it. */
const LONGEST_WAIT_MS = 1_200;

/**
 * One conversation that two workers share, on SQLite or on a PostgreSQL, each of them a process of its own. While every
 * message is being handled one of them is killed as by `kill -9`, at a time that the random number says, and another one
 * takes its place.
 */
export async function runWithKills(random: () => number, databaseUrl?: string): Promise<KillRun> {
  const dir = copyShop();
  const environment = { ...process.env, ...(databaseUrl === undefined ? {} : { KILL_DATABASE_URL: databaseUrl }) };
  if (databaseUrl !== undefined) {
    const schema = `kill_${process.pid}_${Math.floor(random() * 1e9)}`;
    appendFileSync(join(dir, 'rolecall.yaml'), `\ndatabase: { url_env: KILL_DATABASE_URL, schema: ${schema} }\n`);
    await openWorkspaceDatabase(dir, environment).migrate();
  }
  const workers: ChildProcess[] = [];
  let kills = 0;

  async function start(aheadMs = 0): Promise<void> {
    const script = join(import.meta.dirname, 'kill-worker.ts');
    const child = spawn(process.execPath, [script, dir, String(aheadMs)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: environment,
    });
    workers.push(child);
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once('data', () => resolve());
      child.once('exit', (code) => reject(new Error(`A worker ended with ${code}.`)));
    });
  }

  async function kill(): Promise<void> {
    const [worker] = workers.splice(Math.floor(random() * workers.length), 1);
    if (!worker) return;
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill('SIGKILL');
    await gone;
    kills++;
  }

  // One after the other: the first start pins the tools.
  await start();
  await start();
  const workspace = await openWorkspace(dir, { role: 'api', environment });
  try {
    const contact = await workspace.contact({ externalId: ETHAN, level: 'verified' });
    const { id: conversation } = await workspace.open({ contact: contact.id, employee: 'lin', channel: 'test' });
    const isIdle = () => until(async () => (await workspace.store.inbox(conversation)).length === 0, 90_000);
    await isIdle();
    const accepted = new Map<string, string>();
    for (const text of SAID) {
      const answer = await workspace.send({ conversation, text });
      if (answer.status === 'accepted') accepted.set(answer.item, text);
      await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_WAIT_MS));
      await kill();
      await start();
      await isIdle();
    }
    // The time in which a write may still arrive has passed, for workers that come now.
    if (openOperations(await workspace.store.entries(conversation)) > 0) {
      while (workers.length > 0) await kill();
      await start(600_000);
      await until(async () => openOperations(await workspace.store.entries(conversation)) === 0, 60_000);
      await isIdle();
    }
    const { store, verify } = workspace;
    return { ...(await judge(dir, { store, verify }, conversation, accepted, SAID)), kills };
  } finally {
    while (workers.length > 0) await kill();
    await workspace.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
