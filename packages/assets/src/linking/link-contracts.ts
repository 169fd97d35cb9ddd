import type { CapabilityKey, Finding } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import { type LoadedAsset, type LoadedAssets, nameOf } from '../loading/loaded-assets.ts';
import type { LinkedTask } from './link-business.ts';
import { rememberLink } from './remember-link.ts';
import { resolveReference } from './resolve-reference.ts';

/** A contract that an installed task binds, and the binding's position in it. */
export interface LinkedContract {
  readonly capability: CapabilityKey;
  readonly contract: LoadedAsset<'capability_contract'>;
  readonly task: LoadedAsset<'task_asset_package'>;
  readonly index: number;
}

/** The contracts that one task binds; a binding that cannot hold is a finding and no binding. */
export const linkBindings = rememberLink(findBindings);

function findBindings(
  loaded: LoadedAssets,
  task: LoadedAsset<'task_asset_package'>,
): { readonly contracts: readonly LinkedContract[]; readonly findings: readonly Finding[] } {
  const contracts: LinkedContract[] = [];
  const findings: Finding[] = [];
  for (const [index, { capability, contract: reference }] of task.asset.capability_bindings.entries()) {
    const path = ['capability_bindings', index];
    const resolution = resolveReference(loaded, 'capability_contract', reference);
    if (!resolution.ok) {
      findings.push(errorAt(task, [...path, 'contract'], 'contract_unknown', resolution.message, resolution.fix));
      continue;
    }
    const contract = resolution.loaded;
    if (contract.asset.capability !== capability) {
      const message = {
        en: `The contract ${nameOf(contract.asset)} is for ${contract.asset.capability}, not for ${capability}.`,
        zh: `契约 ${nameOf(contract.asset)} 属于 ${contract.asset.capability}，不属于 ${capability}。`,
      };
      const fix = {
        en: `Bind ${contract.asset.capability}, or a contract of ${capability}.`,
        zh: `绑定 ${contract.asset.capability}，或绑定 ${capability} 的契约。`,
      };
      findings.push(errorAt(task, [...path, 'contract'], 'contract_of_other_capability', message, fix));
      continue;
    }
    if (contracts.some((other) => other.capability === capability)) {
      const message = { en: `${capability} is already bound above.`, zh: `${capability} 在上面已经绑定。` };
      findings.push(
        errorAt(task, [...path, 'capability'], 'capability_bound_twice', message, {
          en: 'Bind it once.',
          zh: '只绑定一次。',
        }),
      );
      continue;
    }
    contracts.push({ capability, contract, task, index });
  }
  return { contracts, findings };
}

/** The contracts of all installed tasks. A key that two of them bind belongs to the first. */
export function linkContracts(
  loaded: LoadedAssets,
  tasks: readonly LinkedTask[],
): { readonly contracts: ReadonlyMap<CapabilityKey, LinkedContract>; readonly findings: readonly Finding[] } {
  const contracts = new Map<CapabilityKey, LinkedContract>();
  const findings: Finding[] = [];
  for (const { task } of tasks) {
    const bound = linkBindings(loaded, task);
    findings.push(...bound.findings);
    for (const each of bound.contracts) {
      const earlier = contracts.get(each.capability);
      if (!earlier) {
        contracts.set(each.capability, each);
        continue;
      }
      const message = {
        en: `${each.capability} is bound by "${earlier.task.asset.id}" too; of two tasks installed together one may bind it.`,
        zh: `“${earlier.task.asset.id}”也绑定了 ${each.capability}；一起安装的任务里只能有一个绑定它。`,
      };
      findings.push(
        errorAt(task, ['capability_bindings', each.index, 'capability'], 'capability_bound_twice', message),
      );
    }
  }
  return { contracts, findings };
}

/** The record schemas that contracts name for their results. */
export function linkRecords(
  loaded: LoadedAssets,
  contracts: Iterable<LoadedAsset<'capability_contract'>>,
): { readonly records: ReadonlyMap<string, LoadedAsset<'record_schema'>>; readonly findings: readonly Finding[] } {
  const records = new Map<string, LoadedAsset<'record_schema'>>();
  const findings: Finding[] = [];
  for (const contract of contracts) {
    const id = contract.asset.result.schema;
    if (id === undefined) continue;
    const resolution = resolveReference(loaded, 'record_schema', id);
    if (resolution.ok) records.set(id, resolution.loaded);
    else
      findings.push(errorAt(contract, ['result', 'schema'], 'reference_unknown', resolution.message, resolution.fix));
  }
  return { records, findings };
}
