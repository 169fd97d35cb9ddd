import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { systemClock } from '@rolecall/base';
import { openWorkspace } from '@rolecall/host';
import { drive, type StorePorts } from '@rolecall/journal';
import { scriptedModel } from '@rolecall/kernel/testing';
import { openSqliteStore } from '@rolecall/store';
import { copyShop } from '../tests/shop.ts';

/**
 * What the skeleton costs, beside what it is compared with, in one run:
 *
 * - a commit of one entry on SQLite, beside the bare insert of the same bytes in `BEGIN IMMEDIATE … COMMIT`;
 * - a round from `send` to its reply with a model that answers at once, beside the commits it makes, bare;
 * - the page's size.
 *
 * `npm run bench -- --json` prints one JSON object. Times are medians; the machine's speed drifts, so quote the ratios.
 */
const COMMITS = 2_000;
const ROUNDS = 300;
const json = process.argv.includes('--json');

const commit = await measureCommits();
const round = await measureRounds();
const page = measurePage();
const result = { node: process.version, cores: cpus().length, commit, round, page };
if (json) console.log(JSON.stringify(result));
else {
  console.log(`Node ${process.version}, ${cpus().length} cores\n`);
  console.log(
    `a commit on SQLite          ${us(commit.rolecallUs)}   bare insert ${us(commit.bareUs)}   ratio ${commit.ratio.toFixed(1)}`,
  );
  console.log(
    `an acceptance (full sync)   ${us(commit.acceptUs)}   bare insert ${us(commit.bareFullUs)}   ratio ${commit.acceptRatio.toFixed(1)}`,
  );
  console.log(
    `a round without the model   ${us(round.roundUs)}   its ${round.commits} commits bare ${us(round.bareUs)}   ratio ${round.ratio.toFixed(1)}`,
  );
  console.log(
    `the page                    ${(page.bytes / 1024).toFixed(0)} KiB, ${(page.gzipBytes / 1024).toFixed(0)} KiB gzipped`,
  );
}

async function measureCommits() {
  const dir = mkdtempSync(join(tmpdir(), 'rolecall-bench-'));
  const store = await openSqliteStore({ file: join(dir, 'store.sqlite'), projections: [], engine: 'bench@0' });
  const ports = store.for('bench');
  const data = { text: 'x'.repeat(200) };
  const contact = await ports.upsertContact({ externalId: 'bench', level: 'verified', at: new Date().toISOString() });
  const accepts: number[] = [];
  let conversation = '';
  for (let index = 0; index < 300; index++) {
    const start = performance.now();
    const accepted = await ports.accept({
      conversation: { contact: contact.id, employee: 'bench', channel: 'bench' },
      kind: 'message',
      data,
      at: new Date().toISOString(),
    });
    accepts.push(performance.now() - start);
    if (accepted.status !== 'conflict') conversation = accepted.conversation;
  }
  const times = await commitTimes(ports, conversation, data);
  await store.close();
  const bare = bareInserts(join(dir, 'bare.sqlite'), 'NORMAL', COMMITS, JSON.stringify(data));
  const bareFull = bareInserts(join(dir, 'bare-full.sqlite'), 'FULL', 300, JSON.stringify(data));
  rmSync(dir, { recursive: true, force: true });
  const [rolecallUs, bareUs, acceptUs, bareFullUs] = [times, bare, accepts, bareFull].map(
    (list) => median(list) * 1_000,
  ) as [number, number, number, number];
  return { rolecallUs, bareUs, ratio: rolecallUs / bareUs, acceptUs, bareFullUs, acceptRatio: acceptUs / bareFullUs };
}

async function commitTimes(
  store: StorePorts,
  conversation: string,
  data: { readonly text: string },
): Promise<readonly number[]> {
  const lease = await store.acquireLease(conversation, 'bench', 600_000, new Date().toISOString());
  if (!lease) throw new Error('No lease.');
  const times: number[] = [];
  async function* writing() {
    for (let index = 0; index < COMMITS; index++) {
      const start = performance.now();
      yield { entries: [{ kind: 'bench.entry', kindVersion: 1, data }] };
      times.push(performance.now() - start);
    }
  }
  await drive(writing(), { store, lease, sequence: 0, engine: 'bench@0', clock: systemClock });
  return times;
}

function bareInserts(file: string, synchronous: 'NORMAL' | 'FULL', count: number, text: string): readonly number[] {
  const database = new DatabaseSync(file);
  database.exec(
    `PRAGMA journal_mode=WAL; PRAGMA synchronous=${synchronous}; CREATE TABLE entries (conversation TEXT, sequence INTEGER, data TEXT, PRIMARY KEY (conversation, sequence)) STRICT`,
  );
  const insert = database.prepare('INSERT INTO entries VALUES (?, ?, ?)');
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    database.exec('BEGIN IMMEDIATE');
    insert.run('c', index, text);
    database.exec('COMMIT');
    times.push(performance.now() - start);
  }
  database.close();
  return times;
}

async function measureRounds() {
  const dir = copyShop();
  const model = scriptedModel(() => ({ text: 'ok.' }));
  const workspace = await openWorkspace(dir, { model: () => model });
  const contact = await workspace.contact({ externalId: 'bench', level: 'verified' });
  const conversation = await workspace.open({ contact: contact.id, employee: 'lin', channel: 'bench' });
  const times: number[] = [];
  const stop = new AbortController();
  let replied: () => void = () => undefined;
  const watching = (async () => {
    for await (const event of workspace.watch(conversation.id, { after: 0, signal: stop.signal })) {
      if (event.type === 'entry' && event.entry.kind === 'employee.round_ended') replied();
    }
  })();
  let before = 0;
  for (let index = 0; index < ROUNDS; index++) {
    if (index === 50) before = (await workspace.store.entries(conversation.id)).length;
    const done = new Promise<void>((resolve) => {
      replied = resolve;
    });
    const start = performance.now();
    await workspace.send({ conversation: conversation.id, text: 'hello' });
    await done;
    if (index >= 50) times.push(performance.now() - start);
  }
  const entries = (await workspace.store.entries(conversation.id)).length - before;
  stop.abort();
  await watching;
  await workspace.close();
  rmSync(dir, { recursive: true, force: true });
  const commits = Math.round(entries / (ROUNDS - 50) / 1.5);
  const bareDir = mkdtempSync(join(tmpdir(), 'rolecall-bench-'));
  const bare = bareInserts(join(bareDir, 'bare.sqlite'), 'NORMAL', 2_000, 'x'.repeat(300));
  const bareFull = bareInserts(join(bareDir, 'full.sqlite'), 'FULL', 200, 'x'.repeat(300));
  rmSync(bareDir, { recursive: true, force: true });
  const roundUs = median(times) * 1_000;
  const bareUs = (median(bareFull) + median(bare) * commits) * 1_000;
  return { roundUs, commits: commits + 1, bareUs, ratio: roundUs / bareUs };
}

function measurePage(): { readonly bytes: number; readonly gzipBytes: number } {
  const dir = join(import.meta.dirname, '../packages/console/dist');
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|css|html)$/.test(name));
  const contents = files.map((name) => readFileSync(join(dir, name)));
  return {
    bytes: contents.reduce((sum, content) => sum + content.length, 0),
    gzipBytes: contents.reduce((sum, content) => sum + gzipSync(content).length, 0),
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function us(value: number): string {
  return `${value.toFixed(0)} µs`.padStart(9);
}
