import { type Finding, nearestName } from '@rolecall/base';
import { errorAt, warningAt } from '../finding-at.ts';
import { latest, resolveReference } from '../linking/resolve-reference.ts';
import { assetsOf, type LoadedAsset, type LoadedAssets } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

type Business = LoadedAsset<'business_asset_package'>;
type Task = LoadedAsset<'task_asset_package'>;

/** A business permits what its installed tasks introduce, and cannot add a capability out of thin air. */
export const permissions: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'business_asset_package').flatMap((business) => {
    const tasks = installedTasks(loaded, business);
    return [...checkRequirements(loaded, business, tasks), ...checkPlatformTools(business, tasks)];
  });

function installedTasks(loaded: LoadedAssets, business: Business): readonly Task[] {
  return business.asset.task_installations.flatMap(({ task }) => {
    const resolution = resolveReference(loaded, 'task_asset_package', task);
    return resolution.ok ? [resolution.loaded] : [];
  });
}

function checkRequirements(loaded: LoadedAssets, business: Business, tasks: readonly Task[]): readonly Finding[] {
  const named = new Set(tasks.flatMap(({ asset }) => asset.mcp_requirements));
  const bound = new Set(tasks.flatMap(({ asset }) => asset.capability_bindings.map(({ capability }) => capability)));
  const seen = new Set<string>();
  return business.asset.resource_permissions.mcp_requirements.flatMap(
    ({ id, capabilities }, index): readonly Finding[] => {
      const path = ['resource_permissions', 'mcp_requirements', index];
      const keys = latest(loaded, 'mcp_requirement', id)?.asset.capability_keys;
      if (!keys) return [];
      if (seen.has(id)) {
        const message = `The requirement "${id}" is permitted a second time; the first permission counts.`;
        return [errorAt(business, path, 'permission_duplicate', message, 'Join the two.')];
      }
      seen.add(id);
      if (!named.has(id)) {
        const what = (capabilities ?? keys).join(', ');
        const message = `"${business.asset.id}" permits ${what} of "${id}", which no installed task introduces.`;
        return [
          errorAt(business, path, 'permission_without_task', message, 'Install a task that needs it, or remove it.'),
        ];
      }
      return (capabilities ?? []).flatMap((capability, at) => {
        const place = [...path, 'capabilities', at];
        if (!keys.includes(capability)) {
          const message = `The requirement "${id}" has no capability "${capability}".`;
          const near = nearestName(capability, keys);
          const fix = near ? `Did you mean ${near}?` : `It has ${keys.join(', ')}.`;
          return [errorAt(business, place, 'permission_unknown_capability', message, fix)];
        }
        if (bound.has(capability)) return [];
        const message = `"${business.asset.id}" permits ${capability}, and no installed task binds a contract for it.`;
        return [warningAt(business, place, 'permission_without_binding', message, 'Bind a contract, or remove it.')];
      });
    },
  );
}

function checkPlatformTools(business: Business, tasks: readonly Task[]): readonly Finding[] {
  const introduced = tasks.flatMap(({ asset }) => asset.platform_tools);
  return business.asset.resource_permissions.platform_tools.flatMap((capability, index) => {
    if (introduced.includes(capability)) return [];
    const message = `"${business.asset.id}" permits the platform tool ${capability}, which no installed task introduces.`;
    const near = nearestName(capability, introduced);
    const fix = near ? `Did you mean ${near}?` : 'Install a task that needs it, or remove it.';
    return [
      errorAt(business, ['resource_permissions', 'platform_tools', index], 'permission_without_task', message, fix),
    ];
  });
}
