import { didYouMean, type Finding } from '@rolecall/base';
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
      const message = { en: `The code "${code}" stands twice.`, zh: `结果码“${code}”出现了两次。` };
      findings.push(
        errorAt(contract, [...path, 'code'], 'result_code_duplicate', message, {
          en: 'Join the conditions with ||.',
          zh: '用 || 把条件合并。',
        }),
      );
    }
    seen.add(code);
    if (then === 'retry' && effect === 'write') {
      const message = { en: 'A write is never repeated by itself.', zh: '写操作从不自动重复。' };
      findings.push(
        errorAt(contract, [...path, 'then'], 'write_retried', message, {
          en: 'Tell what happened instead.',
          zh: '改为告诉客户发生了什么。',
        }),
      );
    }
    if (typeof then === 'object' && 'ask' in then && !semanticArguments(contract.asset).includes(then.ask)) {
      const message = { en: `There is no argument "${then.ask}" to ask for.`, zh: `没有可以询问的参数“${then.ask}”。` };
      const fix = didYouMean(then.ask, semanticArguments(contract.asset));
      findings.push(errorAt(contract, [...path, 'then', 'ask'], 'argument_unknown', message, fix));
    }
    if (typeof then === 'object' && 'offer' in then && !capabilities.has(then.offer)) {
      const message = {
        en: `No contract has the capability "${then.offer}".`,
        zh: `没有契约提供能力“${then.offer}”。`,
      };
      const fix = didYouMean(then.offer, capabilities);
      findings.push(errorAt(contract, [...path, 'then', 'offer'], 'capability_unknown', message, fix));
    }
  }
  if (effect === 'read' && !result.codes.some(({ outcome }) => outcome === 'succeeded')) {
    const message = {
      en: 'No result code says that the read succeeded, so that nothing of it can be used.',
      zh: '没有结果码表示读取成功，因此结果里的任何内容都用不上。',
    };
    findings.push(errorAt(contract, ['result', 'codes'], 'read_without_success', message));
  }
  if (effect === 'read' && Object.keys(result.project).length === 0) {
    const message = {
      en: 'Nothing of the result is projected, so that nobody is told anything of it.',
      zh: '结果没有投影任何内容，因此谁也得不到其中的内容。',
    };
    findings.push(
      warningAt(contract, ['result'], 'read_without_projection', message, {
        en: 'Name in result.project what may be told.',
        zh: '在 result.project 里写明可以告知什么。',
      }),
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
      { en: `The result has no code "${code}".`, zh: `结果没有结果码“${code}”。` },
      didYouMean(code, known) ?? { en: `There is ${known.join(', ')}.`, zh: `现有的是 ${known.join('、')}。` },
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
