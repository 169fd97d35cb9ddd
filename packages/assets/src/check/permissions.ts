import { didYouMean, type Finding } from '@rolecall/base';
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
        const message = {
          en: `The requirement "${id}" is permitted a second time; the first permission counts.`,
          zh: `资源要求“${id}”许可了第二次；以第一次为准。`,
        };
        return [errorAt(business, path, 'permission_duplicate', message, { en: 'Join the two.', zh: '把两处合并。' })];
      }
      seen.add(id);
      if (!named.has(id)) {
        const what = capabilities ?? keys;
        const message = {
          en: `"${business.asset.id}" permits ${what.join(', ')} of "${id}", which no installed task introduces.`,
          zh: `“${business.asset.id}”许可了“${id}”的 ${what.join('、')}，已安装的任务却都没有引入它。`,
        };
        return [
          errorAt(business, path, 'permission_without_task', message, {
            en: 'Install a task that needs it, or remove it.',
            zh: '安装一个需要它的任务，或去掉它。',
          }),
        ];
      }
      return (capabilities ?? []).flatMap((capability, at) => {
        const place = [...path, 'capabilities', at];
        if (!keys.includes(capability)) {
          const message = {
            en: `The requirement "${id}" has no capability "${capability}".`,
            zh: `资源要求“${id}”里没有能力“${capability}”。`,
          };
          const fix = didYouMean(capability, keys) ?? {
            en: `It has ${keys.join(', ')}.`,
            zh: `它有 ${keys.join('、')}。`,
          };
          return [errorAt(business, place, 'permission_unknown_capability', message, fix)];
        }
        if (bound.has(capability)) return [];
        const message = {
          en: `"${business.asset.id}" permits ${capability}, and no installed task binds a contract for it.`,
          zh: `“${business.asset.id}”许可了 ${capability}，已安装的任务却都没有为它绑定契约。`,
        };
        return [
          warningAt(business, place, 'permission_without_binding', message, {
            en: 'Bind a contract, or remove it.',
            zh: '绑定一个契约，或去掉它。',
          }),
        ];
      });
    },
  );
}

function checkPlatformTools(business: Business, tasks: readonly Task[]): readonly Finding[] {
  const introduced = tasks.flatMap(({ asset }) => asset.platform_tools);
  return business.asset.resource_permissions.platform_tools.flatMap((capability, index) => {
    if (introduced.includes(capability)) return [];
    const message = {
      en: `"${business.asset.id}" permits the platform tool ${capability}, which no installed task introduces.`,
      zh: `“${business.asset.id}”许可了平台工具 ${capability}，已安装的任务却都没有引入它。`,
    };
    const fix = didYouMean(capability, introduced) ?? {
      en: 'Install a task that needs it, or remove it.',
      zh: '安装一个需要它的任务，或去掉它。',
    };
    return [
      errorAt(business, ['resource_permissions', 'platform_tools', index], 'permission_without_task', message, fix),
    ];
  });
}
