import { MUTANT_KINDS, type TauReport } from '@rolecall/evals';
import type { Texts } from '../texts.ts';

/** What a bench found, for people: the counts, and every case that did not go as it should. */
export function tauLines({ gold, cases, mutants, recorded }: TauReport, { benching }: Texts): readonly string[] {
  const { allow, deny } = cases;
  return [
    `${benching.gold}: ${benching.goldSum(gold.allowed, gold.writes)}`,
    ...gold.wronglyBlocked.map(({ task, tool, why }) => `  ${task} ${tool}: ${why}`),
    ...(gold.failedUpstream.length === 0 ? [] : [`${benching.failedUpstream}:`]),
    ...gold.failedUpstream.map(({ task, tool, why }) => `  ${task} ${tool}: ${why}`),
    `${benching.allowed}: ${allow.n === 0 ? benching.none : benching.ran(allow.run, allow.n)}`,
    `${benching.denied}: ${deny.n === 0 ? benching.none : benching.held(deny.rightCode, deny.blocked, deny.n)}`,
    ...(cases.review === 0 ? [] : [`  ${benching.review(cases.review)}`]),
    ...cases.problems.map(({ id, expected, violation = '', why }) => `  ${id} ${expected} ${violation}: ${why}`),
    `${benching.mutants}:`,
    ...MUTANT_KINDS.map((kind) => {
      const { n, blocked, rightCode } = mutants.kinds[kind];
      return `  ${kind}: ${benching.held(rightCode, blocked, n)}`;
    }),
    ...mutants.problems.map(({ kind, task, tool, why }) => `  ${kind} ${task} ${tool}: ${why}`),
    ...(recorded.writes === 0 ? [`${benching.recorded}: ${benching.none}`] : recordedLines(recorded, benching)),
  ];
}

function recordedLines(recorded: TauReport['recorded'], benching: Texts['benching']): readonly string[] {
  const { writes, executedUpstream, ran, blocks, forbidden, byRule, rightfulBlocked } = recorded;
  return [
    `${benching.recorded}: ${benching.recordedSum(writes, executedUpstream, ran)}`,
    `  ${benching.blocks(blocks.policy, blocks.origin, blocks.confirmation)}`,
    `  ${benching.forbidden(forbidden)}`,
    ...Object.entries(byRule).map(([rule, count]) => `    ${rule}: ${count}`),
    `  ${benching.rightfulBlocked(rightfulBlocked)}`,
  ];
}
