import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace, openWorkspaceDatabase, type Workspace } from '@rolecall/host';
import { scriptedModel } from '@rolecall/kernel/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type PostgresServer, startPostgres } from '../packages/store/test/postgres-server.ts';
import { copyShop, ETHAN, MEI_D, sentIn, textOf, until } from './shop.ts';

const DEADLY = '致命的消息';
const SLOW = '慢慢说';
const AFTER = '后面的消息';
/** In place of five, as `rolecall.yaml` says. */
const MOST = 3;
/** Longer than a lease lasts. */
const LEASE_MS = 10_000;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

interface Scene {
  readonly workspace: Workspace;
  /** Starts a worker; answers once it has died or nothing waits any more: whether it died. */
  work(): Promise<boolean>;
  /** Has everything that waits handled in this process, where nothing is deadly. */
  workMended(): Promise<void>;
  /** What a customer's conversation was answered. */
  answered(conversation: string): Promise<string>;
}

/** The shop with nobody who works, on SQLite or on a PostgreSQL. */
async function arrange(databaseUrl?: string): Promise<Scene> {
  const dir = copyShop();
  const environment = { ...process.env, ...(databaseUrl === undefined ? {} : { DEADLY_DATABASE_URL: databaseUrl }) };
  const file = join(dir, 'rolecall.yaml');
  appendFileSync(file, `\nlimits: { interruptions: ${MOST} }\n`);
  if (databaseUrl !== undefined) {
    appendFileSync(file, 'database: { url_env: DEADLY_DATABASE_URL, schema: deadly }\n');
    await openWorkspaceDatabase(dir, environment).migrate();
  }
  const workspace = await openWorkspace(dir, { role: 'api', environment });
  const { store } = workspace;
  let child: ChildProcess | undefined;
  let started = 0;
  const nothingWaits = async () => (await store.waiting(1)).length === 0;
  const end = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(async () => {
    await end();
    await workspace.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    workspace,
    async work() {
      started++;
      const args = [join(import.meta.dirname, 'deadly-worker.ts'), dir, String(started * LEASE_MS)];
      const worker = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
      child = worker;
      const hasDied = () => worker.exitCode !== null || worker.signalCode !== null;
      await until(async () => hasDied() || (await nothingWaits()), 90_000);
      if (!hasDied()) await end();
      else expect(worker.signalCode).toBe('SIGKILL');
      return !(await nothingWaits());
    },
    async workMended() {
      started++;
      const ahead = started * LEASE_MS;
      const worker = await openWorkspace(dir, {
        role: 'worker',
        environment,
        clock: { now: () => Date.now() + ahead },
        model: () => scriptedModel(() => '我们会尽快看一看。'),
      });
      await until(nothingWaits, 90_000);
      await worker.close();
    },
    answered: async (conversation) => textOf(sentIn(await store.entries(conversation))),
  };
}

describe.each(['SQLite', 'PostgreSQL'])('a message that kills whoever handles it, on %s', (database) => {
  it('is set aside, and takes neither what is behind it nor another conversation with it', {
    timeout: 300_000,
  }, async () => {
    const { workspace, work, workMended, answered } = await arrange(database === 'SQLite' ? undefined : server.url);
    const begin = async (externalId: string) => {
      const contact = await workspace.contact({ externalId, level: 'verified' });
      return (await workspace.open({ contact: contact.id, employee: 'lin', channel: 'test' })).id;
    };
    const deadly = await begin(ETHAN);
    const bystander = await begin(MEI_D);
    await workMended();
    await workspace.send({ conversation: deadly, text: DEADLY });
    await workspace.send({ conversation: deadly, text: AFTER });
    await workspace.send({ conversation: bystander, text: SLOW });

    let deaths = 0;
    while (await work()) deaths++;

    expect(deaths).toBe(MOST);
    const letters = await workspace.letters.list();
    expect(letters).toMatchObject([
      { kind: 'inbox', state: 'dead', conversation: deadly, what: 'message', attempts: MOST },
    ]);
    expect(letters[0]?.lastError).toMatch(/^process_died/);
    expect(await answered(deadly)).toMatch(/抱歉[\s\S]*我们会尽快看一看/);
    expect(await answered(bystander)).toMatch(/我们会尽快看一看/);
    expect(await answered(bystander)).not.toMatch(/抱歉/);

    await workspace.letters.retry(letters[0]?.id ?? '');
    expect(await workspace.letters.list()).toEqual([]);
    await workMended();
    expect((await answered(deadly)).match(/我们会尽快看一看/g)).toHaveLength(2);
    expect(await workspace.letters.list()).toEqual([]);
  });
});
