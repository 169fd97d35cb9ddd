import type { Finding } from '@rolecall/base';
import { didYouMean } from '../expression/expression-problem.ts';
import { errorAt, warningAt } from '../finding-at.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import { toldCodes } from '../slots/contract-slots.ts';
import { semanticArguments } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/** The codes of a result are told apart, and what refers to a code refers to one that exists. */
export const resultCodes: CheckRule = ({ loaded, capabilities }) =>
  assetsOf(loaded, 'capability_contract').flatMap((contract) => [
    ...checkCodes(contract, capabilities),
    ...checkUses(contract),
  ]);

function checkCodes(
  contract: LoadedAsset<'capability_contract'>,
  capabilities: ReadonlySet<string>,
): readonly Finding[] {
  const { effect, result } = contract.asset;
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const [index, { code, then }] of result.codes.entries()) {
    const path = ['result', 'codes', index];
    if (seen.has(code)) {
      const message = `The code "${code}" stands twice.`;
      findings.push(
        errorAt(contract, [...path, 'code'], 'result_code_duplicate', message, 'Join the conditions with ||.'),
      );
    }
    seen.add(code);
    if (then === 'retry' && effect === 'write') {
      const message = 'A write is never repeated by itself.';
      findings.push(errorAt(contract, [...path, 'then'], 'write_retried', message, 'Tell what happened instead.'));
    }
    if (typeof then === 'object' && 'ask' in then && !semanticArguments(contract.asset).includes(then.ask)) {
      const message = `There is no argument "${then.ask}" to ask for.`;
      const fix = didYouMean(then.ask, semanticArguments(contract.asset));
      findings.push(errorAt(contract, [...path, 'then', 'ask'], 'argument_unknown', message, fix));
    }
    if (typeof then === 'object' && 'offer' in then && !capabilities.has(then.offer)) {
      const message = `No contract has the capability "${then.offer}".`;
      const fix = didYouMean(then.offer, capabilities);
      findings.push(errorAt(contract, [...path, 'then', 'offer'], 'capability_unknown', message, fix));
    }
  }
  if (effect === 'read' && !result.codes.some(({ outcome }) => outcome === 'succeeded')) {
    const message = 'No result code says that the read succeeded, so that nothing of it can be used.';
    findings.push(errorAt(contract, ['result', 'codes'], 'read_without_success', message));
  }
  if (effect === 'read' && Object.keys(result.project).length === 0) {
    const message = 'Nothing of the result is projected, so that nobody is told anything of it.';
    findings.push(
      warningAt(contract, ['result'], 'read_without_projection', message, 'Name in result.project what may be told.'),
    );
  }
  return findings;
}

function checkUses(contract: LoadedAsset<'capability_contract'>): readonly Finding[] {
  const { asset } = contract;
  const told = toldCodes(asset);
  const codes = asset.result.codes.map(({ code }) => code);
  const unknown = (path: readonly string[], code: string, known: readonly string[]): Finding =>
    errorAt(
      contract,
      [...path, code],
      'result_code_unknown',
      `The result has no code "${code}".`,
      didYouMean(code, known) ?? `There is ${known.join(', ')}.`,
    );
  return [
    ...Object.keys(asset.presentation_policy)
      .filter((code) => !told.includes(code))
      .map((code) => unknown(['presentation_policy'], code, told)),
    ...Object.keys(asset.events)
      .filter((code) => !codes.includes(code))
      .map((code) => unknown(['events'], code, codes)),
  ];
}
