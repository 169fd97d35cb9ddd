import type { Finding } from '@rolecall/base';
import { findLoosening } from '../contract/tighten-contract.ts';
import { errorAt } from '../finding-at.ts';
import { type LoadedAsset, nameOf } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

/** A task's control tightens its contracts and never loosens one. */
export const control: CheckRule = ({ bindings }) =>
  bindings.flatMap(({ capability, contract, task }) => {
    const own = task.asset.control_contract[capability];
    if (!own) return [];
    const unapproved =
      own.risk === 'high' && !own.approval && !contract.asset.approval && contract.asset.effect === 'write';
    const missing = unapproved ? [highRiskWithoutApproval(task, capability)] : [];
    const loosened = findLoosening(contract.asset, own).map(({ path, message }) =>
      errorAt(
        task,
        ['control_contract', capability, ...path],
        'control_loosens',
        {
          en: `This does not tighten ${nameOf(contract.asset)}: ${message.en}.`,
          zh: `这没有收紧 ${nameOf(contract.asset)}：${message.zh}。`,
        },
        { en: 'Make it stricter than the contract, or remove it.', zh: '写得比契约更严，或去掉它。' },
      ),
    );
    return [...missing, ...loosened];
  });

/** The gate asks for the approval anyhow; who reads the task must see that it does. */
function highRiskWithoutApproval(task: LoadedAsset<'task_asset_package'>, capability: string): Finding {
  return errorAt(
    task,
    ['control_contract', capability, 'risk'],
    'high_risk_without_approval',
    {
      en: "A write of high risk is done only with an operator's approval, and nothing here says so.",
      zh: '高风险的写操作须经操作员批准，这里却没有写明。',
    },
    {
      en: 'Add approval: { by: operator } beside it, or to the contract.',
      zh: '在旁边或在契约里加上 approval: { by: operator }。',
    },
  );
}
