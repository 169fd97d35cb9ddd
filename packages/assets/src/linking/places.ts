import type { Place } from '@rolecall/base';
import { type DocumentPath, describePath } from '../loading/document-path.ts';
import type { LoadedAsset } from '../loading/loaded-assets.ts';
import type { AssetKind } from '../schema/asset.ts';
import type { Closure } from './closure.ts';

/** The key under which a release keeps the place of an asset or of a part of it. */
export function placeKey(kind: AssetKind, id: string, path: DocumentPath = []): string {
  return path.length === 0 ? `${kind} ${id}` : `${kind} ${id} ${describePath(path)}`;
}

/** Where the parts stand that decide about a capability space. */
export function closurePlaces(closure: Closure): Readonly<Record<string, Place>> {
  const places: Record<string, Place> = {};
  const add = (loaded: LoadedAsset, path: DocumentPath = []): void => {
    places[placeKey(loaded.asset.kind, loaded.asset.id, path)] = loaded.place(path);
  };
  const { employee, business } = closure;
  const { wording } = closure;
  const whole: readonly LoadedAsset[] = [
    employee,
    business,
    ...closure.tasks.map(({ task }) => task),
    ...closure.requirements,
    ...[...closure.contracts.values()].map(({ contract }) => contract),
    ...closure.records.values(),
    ...closure.sharedGuards,
    ...wording.replies,
    ...wording.policies,
    ...(wording.expression ? [wording.expression] : []),
    ...closure.events,
  ];
  for (const loaded of whole) add(loaded);
  add(employee, ['resources']);
  for (const key of Object.keys(employee.asset.resources)) add(employee, ['resources', key]);
  add(business, ['task_installations']);
  for (const index of business.asset.task_installations.keys()) add(business, ['task_installations', index]);
  add(business, ['resource_permissions']);
  const { mcp_requirements, platform_tools } = business.asset.resource_permissions;
  for (const index of mcp_requirements.keys()) add(business, ['resource_permissions', 'mcp_requirements', index]);
  for (const index of platform_tools.keys()) add(business, ['resource_permissions', 'platform_tools', index]);
  for (const { task } of closure.tasks) {
    add(task, ['capability_bindings']);
    for (const index of task.asset.capability_bindings.keys()) add(task, ['capability_bindings', index]);
    for (const capability of Object.keys(task.asset.control_contract)) add(task, ['control_contract', capability]);
  }
  for (const { contract } of closure.contracts.values()) for (const path of demandsOf(contract)) add(contract, path);
  return places;
}

/** The parts of a contract that a call has to meet. */
function demandsOf({ asset }: LoadedAsset<'capability_contract'>): readonly DocumentPath[] {
  return [
    ...Object.keys(asset.arguments).map((name) => ['arguments', name]),
    ...(['authorization', 'limits', 'idempotency', 'confirmation', 'approval'] as const)
      .filter((key) => asset[key] !== undefined)
      .map((key) => [key]),
    ...asset.preconditions.map((_, index) => ['preconditions', index]),
    ...asset.guards.map((_, index) => ['guards', index]),
  ];
}
