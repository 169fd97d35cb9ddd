import type { CapabilityKey } from '@rolecall/base';
import type { CapabilitySpace } from '../capability-space.ts';
import { computeCapabilitySpace } from '../compute-capability-space.ts';
import { usedPaths, usedPathsOfTemplate } from '../expression/used-paths.ts';
import { type LinkedContract, linkBindings } from '../linking/link-contracts.ts';
import { linkContent } from '../linking/link-employee.ts';
import { latest } from '../linking/resolve-reference.ts';
import { assetsOf, type LoadedAsset, type LoadedAssets, nameOf } from '../loading/loaded-assets.ts';
import type { Release, RolePackShare } from '../release.ts';
import type { CapabilityContract } from '../schema/capability-contract.ts';
import { contractSlots } from '../slots/contract-slots.ts';
import type { Slot } from '../slots/slot.ts';
import { createTypeBook, type TypeBook } from '../slots/type-book.ts';

/** An AI employee with its release and capability space. */
export interface CheckedEmployee {
  readonly employee: LoadedAsset<'ai_employee'>;
  readonly release: Release;
  readonly space: CapabilitySpace;
}

/** A contract, by itself or inside a task that binds it. */
export interface ContractUse {
  readonly contract: LoadedAsset<'capability_contract'>;
  readonly task: LoadedAsset<'task_asset_package'> | undefined;
}

/** What the rules look at. Everything that several of them need is worked out once. */
export interface CheckContext {
  readonly loaded: LoadedAssets;
  /** Every binding of every task that holds. */
  readonly bindings: readonly LinkedContract[];
  bindingsOf(task: LoadedAsset<'task_asset_package'>): readonly LinkedContract[];
  /** Every contract once for each task that binds it, or once alone. */
  readonly uses: readonly ContractUse[];
  readonly employees: readonly CheckedEmployee[];
  readonly types: TypeBook;
  /** The contract behind a key; undefined when there is none, or when tasks bind different ones. */
  contractFor(capability: CapabilityKey): LoadedAsset<'capability_contract'> | undefined;
  /** Every key that a contract, a requirement or a task of the workspace knows. */
  readonly capabilities: ReadonlySet<CapabilityKey>;
  /** Where the contract of a release was loaded from. */
  loadedContract(contract: CapabilityContract): LoadedAsset<'capability_contract'> | undefined;
  slotsOf(use: ContractUse): readonly Slot[];
  /** What the expressions and texts of a contract read, such as `args.amount`. */
  pathsUsedBy(contract: LoadedAsset<'capability_contract'>): ReadonlySet<string>;
}

/** Builds the context of a check. `rolePackOf` answers undefined for a pack that is not there. */
export function createCheckContext(
  loaded: LoadedAssets,
  rolePackOf: (name: string) => RolePackShare | undefined,
): CheckContext {
  const byTask = new Map(
    assetsOf(loaded, 'task_asset_package').map((task) => [task, linkBindings(loaded, task).contracts]),
  );
  const bindings = [...byTask.values()].flat();
  const byContract = new Map(
    assetsOf(loaded, 'capability_contract').map((contract) => [nameOf(contract.asset), contract]),
  );
  const contractFor = createContractFinder(loaded, bindings);
  const types = createTypeBook({
    contractFor: (capability) => contractFor(capability)?.asset,
    recordFor: (id) => latest(loaded, 'record_schema', id)?.asset,
  });
  const slotsIn = remember((contract: LoadedAsset<'capability_contract'>) =>
    remember((within: LoadedAsset<'task_asset_package'> | LoadedAsset<'capability_contract'>) => {
      const task = within.asset.kind === 'task_asset_package' ? within.asset : undefined;
      return contractSlots(contract.asset, types.typesOf(contract.asset, task));
    }),
  );
  const slotsOf = ({ contract, task }: ContractUse): readonly Slot[] => slotsIn(contract)(task ?? contract);
  const uses = usesOf(loaded, bindings);
  const firstUse = new Map(uses.map((use) => [use.contract, use]));
  return {
    loaded,
    bindings,
    bindingsOf: (task) => byTask.get(task) ?? [],
    uses,
    employees: checkedEmployees(loaded, rolePackOf),
    types,
    contractFor,
    capabilities: knownKeys(loaded),
    loadedContract: (contract) => byContract.get(nameOf(contract)),
    slotsOf,
    pathsUsedBy: remember((contract: LoadedAsset<'capability_contract'>) => {
      const use = firstUse.get(contract);
      return new Set((use ? slotsOf(use) : []).flatMap((slot) => [...pathsOfSlot(slot)]));
    }),
  };
}

/** What one slot reads. */
export function pathsOfSlot(slot: Slot): ReadonlySet<string> {
  return slot.kind === 'expression' ? usedPaths(slot.source) : usedPathsOfTemplate(slot.source);
}

function createContractFinder(loaded: LoadedAssets, bindings: readonly LinkedContract[]): CheckContext['contractFor'] {
  const candidates = new Map<CapabilityKey, Set<LoadedAsset<'capability_contract'>>>();
  const add = (capability: CapabilityKey, contract: LoadedAsset<'capability_contract'>): void => {
    candidates.set(capability, (candidates.get(capability) ?? new Set()).add(contract));
  };
  for (const { capability, contract } of bindings) add(capability, contract);
  const bound = new Set(candidates.keys());
  for (const contract of assetsOf(loaded, 'capability_contract')) {
    const { capability, id } = contract.asset;
    if (!bound.has(capability) && latest(loaded, 'capability_contract', id) === contract) add(capability, contract);
  }
  return (capability) => {
    const found = [...(candidates.get(capability) ?? [])];
    return found.length === 1 ? found[0] : undefined;
  };
}

function usesOf(loaded: LoadedAssets, bindings: readonly LinkedContract[]): readonly ContractUse[] {
  const bound = new Set(bindings.map(({ contract }) => contract));
  const alone = assetsOf(loaded, 'capability_contract').filter((contract) => !bound.has(contract));
  return [
    ...bindings.map(({ contract, task }) => ({ contract, task })),
    ...alone.map((contract) => ({ contract, task: undefined })),
  ];
}

function checkedEmployees(
  loaded: LoadedAssets,
  rolePackOf: (name: string) => RolePackShare | undefined,
): readonly CheckedEmployee[] {
  const ids = new Set(assetsOf(loaded, 'ai_employee').map(({ asset }) => asset.id));
  return [...ids].flatMap((id): readonly CheckedEmployee[] => {
    const employee = latest(loaded, 'ai_employee', id);
    const share = employee && (rolePackOf(employee.asset.role_pack) ?? unlimited(employee.asset.role_pack));
    const content = share && linkContent(loaded, id, share).content;
    if (!employee || !content) return [];
    const release: Release = { hash: '', ...content };
    return [{ employee, release, space: computeCapabilitySpace(release) }];
  });
}

function unlimited(name: string): RolePackShare {
  return { name, digest: '', capabilities: undefined, strategy: { toolMode: 'allow', toolReadonly: false } };
}

function knownKeys(loaded: LoadedAssets): ReadonlySet<CapabilityKey> {
  return new Set([
    ...assetsOf(loaded, 'capability_contract').map(({ asset }) => asset.capability),
    ...assetsOf(loaded, 'mcp_requirement').flatMap(({ asset }) => asset.capability_keys),
    ...assetsOf(loaded, 'task_asset_package').flatMap(({ asset }) => asset.platform_tools),
  ]);
}

function remember<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const present = known.get(key);
    if (present) return present.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}

/** The inputs and effects that a contract declares. */
export function semanticArguments(contract: CapabilityContract): readonly string[] {
  return Object.entries(contract.arguments).flatMap(([name, argument]) => ('origin' in argument ? [name] : []));
}
