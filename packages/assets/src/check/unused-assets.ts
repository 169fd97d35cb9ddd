import type { Finding } from '@rolecall/base';
import { findingAt } from '../finding-at.ts';
import { linkRequirements, linkTasks } from '../linking/link-business.ts';
import { linkRecords } from '../linking/link-contracts.ts';
import { linkWording } from '../linking/link-wording.ts';
import { latest, resolveReference } from '../linking/resolve-reference.ts';
import { withSharedGuards } from '../linking/shared-guards.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import { subscriptionsOf } from '../schema/subscription.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/** Lists what is loaded and nobody uses, old versions too. Nothing is wrong with that; it is only not at work. */
export const unusedAssets: CheckRule = (context) => {
  const used = usedAssets(context);
  return context.loaded.assets.flatMap((loaded): readonly Finding[] => {
    const { asset } = loaded;
    if (loaded.isSystem || asset.kind === 'ai_employee' || used.has(loaded)) return [];
    const message = {
      en: `Nothing uses the ${asset.kind} ${asset.id}@${asset.version}.`,
      zh: `没有人使用 ${asset.kind} ${asset.id}@${asset.version}。`,
    };
    return [findingAt(loaded, ['id'], 'notice', 'asset_without_use', message)];
  });
};

function usedAssets({ loaded, bindings }: CheckContext): ReadonlySet<LoadedAsset> {
  const used = new Set<LoadedAsset>();
  for (const { asset } of assetsOf(loaded, 'ai_employee')) {
    const business = resolveReference(loaded, 'business_asset_package', asset.business_package);
    if (business.ok) used.add(business.loaded);
  }
  for (const business of assetsOf(loaded, 'business_asset_package')) {
    const { tasks } = linkTasks(loaded, business);
    const wording = linkWording(loaded, business);
    for (const { task } of tasks) used.add(task);
    for (const requirement of linkRequirements(loaded, business, tasks).requirements) used.add(requirement);
    for (const each of [...wording.policies, ...wording.replies, ...wording.knowledge]) used.add(each);
    if (wording.expression) used.add(wording.expression);
    for (const event of Object.keys(business.asset.events)) add(used, latest(loaded, 'event_definition', event));
  }
  for (const { contract } of bindings) {
    used.add(contract);
    for (const guard of withSharedGuards(loaded, contract).shared) used.add(guard);
  }
  for (const record of linkRecords(
    loaded,
    bindings.map(({ contract }) => contract),
  ).records.values())
    used.add(record);
  for (const { asset } of assetsOf(loaded, 'task_asset_package')) {
    for (const id of asset.mcp_requirements) add(used, latest(loaded, 'mcp_requirement', id));
    const subscribed = subscriptionsOf(asset).map(({ event }) => event);
    for (const event of [...asset.event_contract.emits, ...subscribed])
      add(used, latest(loaded, 'event_definition', event));
  }
  for (const { contract } of bindings) {
    for (const event of Object.values(contract.asset.events)) add(used, latest(loaded, 'event_definition', event));
  }
  return used;
}

function add(used: Set<LoadedAsset>, loaded: LoadedAsset | undefined): void {
  if (loaded) used.add(loaded);
}
