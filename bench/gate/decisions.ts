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

const WARM_UP = 10_000;
/** The calmest of several batches: on a shared machine the others measure its neighbours. */
const BATCHES = 5;
const SAMPLES = 10_000;
/** The calls go round over so many contracts, so that no single one stays in the processor's caches. */
const MOST_CALLED = 30;

/**
 * One decision, warm, over the inputs that the gate recorded when it made it the first time, while the employee has 10,
 * 100 or 1,000 contracts. No read is part of it.
 */
export async function measureDecisions(sizes: readonly number[]): Promise<readonly DecisionFigure[]> {
  const figures: DecisionFigure[] = [];
  for (const size of sizes) {
    const used = releaseWith(size);
    for (const kind of KINDS)
      figures.push({ contracts: size, call: kind, ...measure(await callsOf(kind, size, used), used) });
  }
  return figures;
}

interface Used {
  readonly release: Release;
  readonly space: CapabilitySpace;
}

function measure(calls: readonly RecordedCall[], { release, space }: Used): Omit<DecisionFigure, 'contracts' | 'call'> {
  const once = ({ call, inputs }: RecordedCall): void => {
    const decision = decideCall(call, space, release, inputs);
    if (decision.verdict !== 'allow') throw new Error(`not allowed: ${JSON.stringify(decision)}`);
  };
  for (let at = 0; at < WARM_UP; at++) once(calls[at % calls.length] as RecordedCall);
  const batches = Array.from({ length: BATCHES }, () => {
    const times = new Float64Array(SAMPLES);
    const before = process.cpuUsage();
    for (let at = 0; at < SAMPLES; at++) {
      const { call, inputs } = calls[at % calls.length] as RecordedCall;
      // A list of its own, as every decision gets one; what was said is the same.
      const own = { call, inputs: { ...inputs, said: [...inputs.said] } };
      const begin = performance.now();
      once(own);
      times[at] = (performance.now() - begin) * 1000;
    }
    const { user, system } = process.cpuUsage(before);
    times.sort();
    const quantile = (part: number): number => Math.round((times[Math.floor(part * SAMPLES)] ?? 0) * 10) / 10;
    return { p50: quantile(0.5), p99: quantile(0.99), cpu: Math.round(((user + system) / SAMPLES) * 10) / 10 };
  });
  batches.sort((left, right) => left.p50 - right.p50);
  return batches[0] ?? { p50: Number.NaN, p99: Number.NaN, cpu: Number.NaN };
}

/** Proposes one call of each contract to a real gate, confirms it where it asks, and takes what it recorded. */
async function callsOf(kind: Kind, size: number, release: Used): Promise<readonly RecordedCall[]> {
  const bench = await openBench({ release, language: 'en' });
  await bench.say('Good morning, I would like to do something about my loans.');
  await bench.say('Please close #L2890441, 2 copies, it is too long');
  const base = { read: 'loan:look', write: 'loan:mark', 'confirmed write': 'loan:end' }[kind];
  const args = { loan_id: '#L2890441', ...(kind === 'read' ? {} : { reason: 'too long', copies: 2 }) };
  const step = Math.max(1, Math.floor(size / 3 / MOST_CALLED));
  for (let index = 0; index < Math.max(1, Math.floor(size / 3)); index += step) {
    const outcome = await bench.propose(`${base}-${index}`, args);
    if (outcome.kind === 'awaiting_confirmation') await bench.confirm(outcome.notice.operation, 'button');
  }
  return (await bench.gateEntries()).flatMap((entry) =>
    entry.kind === 'gate.decision' && entry.data.verdict === 'allow' ? [entry.data] : [],
  );
}
