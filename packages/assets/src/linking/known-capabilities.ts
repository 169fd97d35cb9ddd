import { type CapabilityKey, compareVersions } from '@rolecall/base';
import { assetsOf, type LoadedAsset, type LoadedAssets, nameOf } from '../loading/loaded-assets.ts';
import type { KnownCapability } from '../release.ts';
import { latest } from './resolve-reference.ts';

/**
 * Every capability that some contract of the workspace describes, by key in order.
 *
 * Of several contracts for one key the release's own counts; else the one with the highest version, and of those the
 * first by id.
 */
export function knownCapabilities(
  loaded: LoadedAssets,
  own: ReadonlyMap<CapabilityKey, { readonly contract: LoadedAsset<'capability_contract'> }>,
): Readonly<Record<CapabilityKey, KnownCapability>> {
  const { entries, introducers } = describedOf(loaded);
  const known = { ...entries };
  for (const [key, { contract }] of own) known[key] = entryOf(contract, introducers.get(key));
  return known;
}

interface Described {
  readonly entries: Readonly<Record<CapabilityKey, KnownCapability>>;
  readonly introducers: ReadonlyMap<CapabilityKey, ReadonlySet<string>>;
}

/** The same for every employee of a workspace. */
const described = new WeakMap<LoadedAssets, Described>();

function describedOf(loaded: LoadedAssets): Described {
  const present = described.get(loaded);
  if (present) return present;
  const chosen = new Map<CapabilityKey, LoadedAsset<'capability_contract'>>();
  const introducers = introducersOf(loaded);
  for (const contract of assetsOf(loaded, 'capability_contract')) {
    const key = contract.asset.capability;
    // The engine's own are known where some task of the workspace wants them.
    if (contract.isSystem && !introducers.has(key)) continue;
    const earlier = chosen.get(key);
    if (!earlier || isBefore(contract, earlier)) chosen.set(key, contract);
  }
  const sorted = [...chosen].sort(([left], [right]) => (left < right ? -1 : 1));
  const entries = Object.fromEntries(sorted.map(([key, contract]) => [key, entryOf(contract, introducers.get(key))]));
  const result = { entries, introducers };
  described.set(loaded, result);
  return result;
}

function isBefore(left: LoadedAsset<'capability_contract'>, right: LoadedAsset<'capability_contract'>): boolean {
  const order = compareVersions(left.asset.version, right.asset.version);
  return order > 0 || (order === 0 && left.asset.id < right.asset.id);
}

function entryOf(
  contract: LoadedAsset<'capability_contract'>,
  introducers: ReadonlySet<string> | undefined,
): KnownCapability {
  const { capability, title, semantics, effect } = contract.asset;
  const introducedBy = [...(introducers ?? [])].sort();
  return { capability, title, semantics, effect, contract: nameOf(contract.asset), introducedBy };
}

/** Key → tasks of the workspace whose requirements or platform tools have it. */
function introducersOf(loaded: LoadedAssets): ReadonlyMap<CapabilityKey, ReadonlySet<string>> {
  const introducers = new Map<CapabilityKey, Set<string>>();
  for (const { asset } of assetsOf(loaded, 'task_asset_package')) {
    const required = asset.mcp_requirements.flatMap(
      (id) => latest(loaded, 'mcp_requirement', id)?.asset.capability_keys ?? [],
    );
    for (const key of [...required, ...asset.platform_tools]) {
      introducers.set(key, (introducers.get(key) ?? new Set()).add(asset.id));
    }
  }
  return introducers;
}
