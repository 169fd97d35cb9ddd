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
        `This does not tighten ${nameOf(contract.asset)}: ${message}.`,
        'Make it stricter than the contract, or remove it.',
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
    `A write of high risk is done only with an operator's approval, and nothing here says so.`,
    'Add approval: { by: operator } beside it, or to the contract.',
  );
}
