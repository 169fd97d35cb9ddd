import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gateProjections, proposeCall } from '@rolecall/gate';
import { openBench, sampleRelease } from '@rolecall/gate/testing';
import { createMemoryStore } from '@rolecall/journal/testing';
import { type DecisionFigure, measureDecisions } from './decisions.ts';
import { loadPeers, type Peer } from './peers.ts';
import { effectsOf, open, sqliteStore, tampered } from './rolecall.ts';

/**
 * What the gate costs and what it holds, beside its peers, in one run:
 *
 * - one decision with 10, 100 and 1,000 contracts, warm, without reads;
 * - a governed call beside the same tool called bare;
 * - a round that asks, saves, loads and goes on after a yes, beside @openai/agents and @langchain/langgraph;
 * - what each does when the yes is given twice, when the process dies right after the effect, and when the pending call
 *   has become another one between the question and the yes.
 *
 * `npm run bench:gate -- --json` prints one JSON object. The peers are installed by `npm ci --prefix bench/gate`; without
 * them the rest is measured.
 */
const json = process.argv.includes('--json');
const dir = mkdtempSync(join(tmpdir(), 'rolecall-bench-gate-'));
/** A read through all five boundaries, with its two commits on disk, beside the tool alone; microseconds, median. */
async function measureGoverned(): Promise<{ readonly governedUs: number; readonly bareUs: number }> {
  const governed: number[] = [];
  const bare: number[] = [];
  const release = sampleRelease();
  for (let batch = 0; batch < 25; batch++) {
    const bench = await openBench({ release, language: 'en', store: await sqliteStore(newFile()) });
    await bench.say('What about #L2890441?');
    const context = await bench.context();
    for (let at = 0; at < 20; at++) {
      const call = { id: `call-${at}`, capability: 'loan:get', arguments: { loan_id: '#L2890441' } };
      let begin = performance.now();
      const outcome = await bench.run(proposeCall(call, context));
      governed.push((performance.now() - begin) * 1000);
      if (outcome.kind !== 'ended') throw new Error('the read was blocked');
      const binding = { server: 'loans', tool: 'loan_get' };
      begin = performance.now();
      await bench.system.call({ ...call, binding, requestId: call.id, timeoutMs: 1000 });
      bare.push((performance.now() - begin) * 1000);
    }
  }
  return { governedUs: median(governed), bareUs: median(bare) };
}

interface RoundFigure {
  readonly name: string;
  /** Median, milliseconds. */
  readonly ms: number;
  /** Processor time of it, which a busy machine changes less. */
  readonly cpuMs: number;
}

const ROUNDS = 150;

interface Round {
  ask(): Promise<void>;
  confirm(): Promise<unknown>;
}

const WARM_UP = 30;

/** From the proposal to the end of the call, the state saved and loaded in between; what is set up before is not timed. */
async function timeOf(begin: () => Promise<Round>): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const round = await begin();
  const cpu = process.cpuUsage();
  const start = performance.now();
  await round.ask();
  await round.confirm();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000 };
}

function memoryStore() {
  return createMemoryStore({ projections: gateProjections, engine: 'bench@0' }).for('org-1');
}

let files = 0;

function newFile(): string {
  return join(dir, `${files++}.sqlite`);
}

/** In turns, so that the machine's moods meet all of them; on disk each round has a file of its own. */
async function measureRounds(peers: readonly Peer[]): Promise<readonly RoundFigure[]> {
  const contenders: {
    readonly name: string;
    begin(): Promise<Round>;
    readonly times: { readonly ms: number; readonly cpuMs: number }[];
  }[] = [
    { name: 'rolecall, in memory', begin: () => open(memoryStore()), times: [] },
    { name: 'rolecall, SQLite on disk', begin: async () => open(await sqliteStore(newFile())), times: [] },
    ...peers.map((peer) => ({ name: `${peer.name}, in memory`, begin: peer.open, times: [] })),
  ];
  for (let at = 0; at < WARM_UP + ROUNDS; at++) {
    for (const { begin, times } of contenders) {
      const time = await timeOf(begin);
      if (at >= WARM_UP) times.push(time);
    }
  }
  const rounded = (values: readonly number[]) => Math.round(median(values) * 100) / 100;
  return contenders.map(({ name, times }) => ({
    name,
    ms: rounded(times.map(({ ms }) => ms)),
    cpuMs: rounded(times.map(({ cpuMs }) => cpuMs)),
  }));
}

/** How often the effect happened; 1 is right for the first two, and what was shown for the third. */
interface Behaviour {
  readonly name: string;
  readonly twice: number;
  readonly crash: number;
  readonly changed: string;
}

async function ownBehaviour(): Promise<Behaviour> {
  const asked = async (store = memoryStore()) => {
    const round = await open(store);
    await round.ask();
    return round;
  };
  const twice = await asked();
  await twice.confirm();
  await twice.confirm();
  const crash = await asked();
  await crash.confirmAndDieAfterEffect();
  await crash.confirm();
  const changed = await asked(tampered(memoryStore(), '#L1000002'));
  const code = await changed.confirm();
  return {
    name: 'rolecall',
    twice: effectsOf(twice.bench).length,
    crash: effectsOf(crash.bench).length,
    changed: effectsOf(changed.bench).join(', ') || code,
  };
}

async function behaviourOf(peer: Peer): Promise<Behaviour> {
  const asked = async () => {
    const round = await peer.open();
    await round.ask();
    await round.keep?.();
    return round;
  };
  const twice = await asked();
  const confirm = twice.confirmAt ?? twice.confirm;
  await confirm();
  await confirm().catch(() => {});
  const crash = await asked();
  crash.dieAfterEffect(new Error('the process died'));
  await crash.confirm().catch(() => {});
  await crash.confirm().catch(() => {});
  const changed = await asked();
  await changed.change('#L1000002');
  const refusal = await changed.confirm().then(
    () => 'not done',
    () => 'refused',
  );
  return {
    name: peer.name,
    twice: twice.effects.length,
    crash: crash.effects.length,
    changed: changed.effects.join(', ') || refusal,
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

interface Result {
  readonly node: string;
  readonly cores: number;
  readonly decisions: readonly DecisionFigure[];
  readonly governed: { readonly governedUs: number; readonly bareUs: number };
  readonly rounds: readonly RoundFigure[];
  readonly behaviour: readonly Behaviour[];
}

function print({ node, cores, decisions, governed, rounds, behaviour }: Result): void {
  console.log(`Node ${node}, ${cores} cores\n\none decision without reads, warm (µs)`);
  for (const { contracts, call, p50, p99, cpu } of decisions) {
    console.log(
      `  ${String(contracts).padStart(5)} contracts  ${call.padEnd(16)} p50 ${p50}  p99 ${p99}  processor ${cpu}`,
    );
  }
  console.log(
    `\na governed read ${governed.governedUs.toFixed(0)} µs, the tool alone ${governed.bareUs.toFixed(1)} µs`,
  );
  console.log('\nask, save, load, confirm, execute (ms)');
  for (const { name, ms, cpuMs } of rounds) console.log(`  ${name.padEnd(32)} ${ms}  (processor ${cpuMs})`);
  console.log('\n                              yes twice   died after the effect   call changed after the question');
  for (const { name, twice, crash, changed } of behaviour) {
    console.log(`  ${name.padEnd(28)} ${`${twice}×`.padEnd(11)} ${`${crash}×`.padEnd(23)} ${changed}`);
  }
}

try {
  const decisions = await measureDecisions([10, 100, 1000]);
  const peers = existsSync(join(import.meta.dirname, 'node_modules')) ? await loadPeers() : [];
  const governed = await measureGoverned();
  const rounds = await measureRounds(peers);
  const behaviour = [await ownBehaviour()];
  for (const peer of peers) behaviour.push(await behaviourOf(peer));
  const result = { node: process.version, cores: cpus().length, decisions, governed, rounds, behaviour };
  if (json) console.log(JSON.stringify(result));
  else print(result);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
