import { findLoosening } from '../contract/tighten-contract.ts';
import { errorAt } from '../finding-at.ts';
import { nameOf } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

/** A task's control tightens its contracts and never loosens one. */
export const control: CheckRule = ({ bindings }) =>
  bindings.flatMap(({ capability, contract, task }) => {
    const own = task.asset.control_contract[capability];
    if (!own) return [];
    return findLoosening(contract.asset, own).map(({ path, message }) =>
      errorAt(
        task,
        ['control_contract', capability, ...path],
        'control_loosens',
        `This does not tighten ${nameOf(contract.asset)}: ${message}.`,
        'Make it stricter than the contract, or remove it.',
      ),
    );
  });
