import { airlineMutations } from './airline-mutations.ts';
import { benchClock } from './bench-clock.ts';
import { type CasesReport, runCases } from './contract-cases.ts';
import { type GoldReport, replayGold } from './gold.ts';
import { type MutantsReport, runMutants } from './mutants.ts';
import type { DomainMutations } from './mutations.ts';
import { type RecordedReport, replayRecorded } from './recorded.ts';
import { retailMutations } from './retail-mutations.ts';
import { openTauBusiness } from './tau-business.ts';
import { readTauData, type TauDomain } from './tau-data.ts';

/** Where a bench finds what it runs on. */
export interface TauBenchOptions {
  readonly domain: TauDomain;
  /** The example's workspace. */
  readonly example: string;
  /** The benchmark's data: the domain's folder, or one that holds it. */
  readonly data: string;
}

/** Everything that the bench found. */
export interface TauReport {
  readonly domain: TauDomain;
  readonly gold: GoldReport;
  readonly cases: CasesReport;
  readonly mutants: MutantsReport;
  readonly recorded: RecordedReport;
}

const MUTATIONS: Readonly<Record<TauDomain, DomainMutations>> = { retail: retailMutations, airline: airlineMutations };

/**
 * Puts the benchmark's calls to the example's assets, through the whole gate and the example's real system, without a
 * model: the recorded gold writes, the labelled single calls, mutants of every gold write, and the writes that a real
 * model attempted.
 */
export async function benchTau({ domain, example, data: folder }: TauBenchOptions): Promise<TauReport> {
  const data = readTauData(folder, domain);
  const clock = benchClock();
  const business = await openTauBusiness(example, data.database, clock);
  try {
    return {
      domain,
      gold: await replayGold(business, data, clock),
      cases: await runCases(business, data, clock),
      mutants: await runMutants(business, data, clock, MUTATIONS[domain]),
      recorded: await replayRecorded(business, data, clock),
    };
  } finally {
    await business.close();
  }
}

/** True when every gold write ran, and everything that is wrong was held back by the right code. */
export function isTauClean({ gold, cases, mutants }: TauReport): boolean {
  const kinds = Object.values(mutants.kinds);
  return (
    gold.wronglyBlocked.length === 0 &&
    cases.allow.run === cases.allow.n &&
    cases.deny.rightCode === cases.deny.n &&
    kinds.every(({ n, rightCode }) => rightCode === n)
  );
}

/** The report as one JSON document; the examples of what went wrong stand beside the counts. */
export function tauJson({ domain, gold, cases, mutants, recorded }: TauReport): object {
  const { allow, deny, review } = cases;
  return { domain, gold, cases: { allow, deny, review }, mutants: mutants.kinds, recorded };
}
