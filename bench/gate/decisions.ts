import type { CapabilitySpace, Release } from '@rolecall/assets';
import { type CallInputs, decideCall, type ProposedCall } from '@rolecall/gate';
import { openBench } from '@rolecall/gate/testing';
import { releaseWith } from './release-with.ts';

/** What one decision costs, in microseconds. */
export interface DecisionFigure {
  readonly contracts: number;
  readonly call: string;
  readonly p50: number;
  readonly p99: number;
  /** Processor time, on average. */
  readonly cpu: number;
}

/** A call and everything that its decision is made from, as the gate recorded it. */
interface RecordedCall {
  readonly call: ProposedCall;
  readonly inputs: CallInputs;
}

const KINDS = ['read', 'write', 'confirmed write'] as const;
type Kind = (typeof KINDS)[number];

/** So many customers, each with a loan, words and wishes of their own, call one of up to 30 contracts. */
const CUSTOMERS = 300;
const MOST_CALLED = 30;
const WARM_UP = 10_000;
/** The calmest of many short batches: on a shared machine the others measure its neighbours. */
const BATCHES = 25;
const SAMPLES = 3_000;
/** So many inputs are read from their records, then decided upon. */
const READ_AT_ONCE = 100;

/**
 * One decision, warm, over inputs that the gate recorded when it made it the first time, while the employee has 10, 100 or
 * 1,000 contracts. Each is read from its record anew, so that nothing that an earlier decision found out about its values and
 * messages is of use to it; only what is known of the release is. No read is part of it.
 */
export async function measureDecisions(sizes: readonly number[]): Promise<readonly DecisionFigure[]> {
  const measured: Measured[] = [];
  for (const contracts of sizes) {
    const used = releaseWith(contracts);
    for (const call of KINDS) {
      measured.push({ contracts, call, decide: deciding(await recordsOf(call, contracts, used), used), batches: [] });
    }
  }
  for (const { decide } of measured) for (let done = 0; done < WARM_UP; done += SAMPLES) decide(SAMPLES);
  // In turns, so that a slow minute of the machine is nobody's alone.
  for (let turn = 0; turn < BATCHES; turn++) for (const { decide, batches } of measured) batches.push(decide(SAMPLES));
  return measured.map(({ contracts, call, batches }) => ({
    contracts,
    call,
    ...batches.reduce((calmest, each) => (each.p50 < calmest.p50 ? each : calmest)),
  }));
}

type Batch = Omit<DecisionFigure, 'contracts' | 'call'>;

interface Measured {
  readonly contracts: number;
  readonly call: Kind;
  readonly decide: (samples: number) => Batch;
  readonly batches: Batch[];
}

interface Used {
  readonly release: Release;
  readonly space: CapabilitySpace;
}

/** What measures so many decisions over the records, going round over them. */
function deciding(records: readonly string[], { release, space }: Used): (samples: number) => Batch {
  let next = 0;
  const fresh = (count: number): readonly RecordedCall[] =>
    Array.from({ length: count }, () => JSON.parse(records[next++ % records.length] as string) as RecordedCall);
  const once = ({ call, inputs }: RecordedCall): void => {
    const decision = decideCall(call, space, release, inputs);
    if (decision.verdict !== 'allow') throw new Error(`not allowed: ${JSON.stringify(decision)}`);
  };
  return (samples) => {
    const times: number[] = [];
    let cpu = 0;
    while (times.length < samples) {
      const calls = fresh(READ_AT_ONCE);
      const before = process.cpuUsage();
      for (const each of calls) {
        const begin = performance.now();
        once(each);
        times.push((performance.now() - begin) * 1000);
      }
      const { user, system } = process.cpuUsage(before);
      cpu += user + system;
    }
    times.sort((left, right) => left - right);
    const quantile = (part: number): number => rounded(times[Math.floor(part * samples)] ?? Number.NaN);
    return { p50: quantile(0.5), p99: quantile(0.99), cpu: rounded(cpu / samples) };
  };
}

function rounded(microseconds: number): number {
  return Math.round(microseconds * 10) / 10;
}

/** Each customer proposes a call to a real gate, confirms it where it asks, and what it recorded is taken. */
async function recordsOf(kind: Kind, size: number, release: Used): Promise<readonly string[]> {
  const base = { read: 'loan:look', write: 'loan:mark', 'confirmed write': 'loan:end' }[kind];
  const contracts = Math.max(1, Math.floor(size / 3));
  const called = Math.min(contracts, MOST_CALLED);
  const step = Math.floor(contracts / called);
  const records: string[] = [];
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    const bench = await openBench({ release, language: 'en' });
    const loan = `#L${2_890_441 + customer * 7_919}`;
    const copies = 1 + (customer % 4);
    const [reason, words] = customer % 2 ? ['too long', 'it is too long'] : ['read to the end', 'I finished it'];
    await bench.say('Good morning, I would like to do something about my loans.');
    await bench.say(`Please close ${loan}, ${copies} copies, ${words}`);
    const args = { loan_id: loan, ...(kind === 'read' ? {} : { reason, copies }) };
    const outcome = await bench.propose(`${base}-${(customer % called) * step}`, args);
    if (outcome.kind === 'awaiting_confirmation') await bench.confirm(outcome.notice.operation, 'button');
    for (const entry of await bench.gateEntries()) {
      if (entry.kind !== 'gate.decision' || entry.data.verdict !== 'allow') continue;
      records.push(JSON.stringify({ call: entry.data.call, inputs: entry.data.inputs } satisfies RecordedCall));
    }
  }
  return records;
}
