import type { Finding } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import type { LoadedAsset, LoadedAssets } from '../loading/loaded-assets.ts';
import type { CapabilityContract } from '../schema/capability-contract.ts';
import { resolveReference } from './resolve-reference.ts';

/**
 * A contract with the shared guards that it refers to, after its own. One that cannot be found is a finding and a guard
 * that never holds: a contract does not run without what it asks for.
 */
export function withSharedGuards(
  loaded: LoadedAssets,
  contract: LoadedAsset<'capability_contract'>,
): {
  readonly contract: CapabilityContract;
  readonly shared: readonly LoadedAsset<'shared_guard'>[];
  readonly findings: readonly Finding[];
} {
  const { asset } = contract;
  if (asset.shared_guards.length === 0) return { contract: asset, shared: [], findings: [] };
  const shared: LoadedAsset<'shared_guard'>[] = [];
  const findings: Finding[] = [];
  const guards = asset.shared_guards.map((reference, index): CapabilityContract['guards'][number] => {
    const resolution = resolveReference(loaded, 'shared_guard', reference);
    if (resolution.ok) {
      const { id, expect, otherwise } = resolution.loaded.asset;
      shared.push(resolution.loaded);
      return { id, expect, otherwise };
    }
    const path = ['shared_guards', index];
    findings.push(errorAt(contract, path, 'reference_unknown', resolution.message, resolution.fix));
    return { id: 'missing', expect: 'false', otherwise: { code: 'shared_guard_missing' } };
  });
  return { contract: { ...asset, guards: [...asset.guards, ...guards] }, shared, findings };
}
