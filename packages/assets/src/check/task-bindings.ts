import { didYouMean, type Finding } from '@rolecall/base';
import { errorAt, warningAt } from '../finding-at.ts';
import { latest } from '../linking/resolve-reference.ts';
import { assetsOf, type LoadedAsset, type LoadedAssets } from '../loading/loaded-assets.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

type Task = LoadedAsset<'task_asset_package'>;

/** Every key that a task binds comes from exactly one of its requirements or platform tools, and the other way round. */
export const taskBindings: CheckRule = (context) =>
  assetsOf(context.loaded, 'task_asset_package').flatMap((task) => [
    ...checkSources(context.loaded, task),
    ...checkUnused(context.loaded, task),
    ...checkControls(task),
    ...checkMode(context, task),
  ]);

function checkSources(loaded: LoadedAssets, task: Task): readonly Finding[] {
  return task.asset.capability_bindings.flatMap(({ capability }, index): readonly Finding[] => {
    const requirements = task.asset.mcp_requirements.filter((id) =>
      latest(loaded, 'mcp_requirement', id)?.asset.capability_keys.includes(capability),
    );
    const sources = [...requirements, ...(task.asset.platform_tools.includes(capability) ? ['platform_tools'] : [])];
    const path = ['capability_bindings', index, 'capability'];
    if (sources.length === 1) return [];
    if (sources.length > 1) {
      const message = {
        en: `${capability} comes from ${sources.join(' and ')}; one must be enough.`,
        zh: `${capability} 同时来自 ${sources.join('、')}；只能有一个来源。`,
      };
      return [errorAt(task, path, 'capability_in_two_requirements', message)];
    }
    const known = sourceKeys(loaded, task);
    const message = {
      en: `${capability} is bound, and stands in none of the task's MCP requirements and platform tools.`,
      zh: `绑定了 ${capability}，它却不在任务的任何 MCP 资源要求和平台工具里。`,
    };
    const fix = didYouMean(capability, known) ?? {
      en: 'Add it to a requirement that the task names.',
      zh: '把它加进任务所写的一个要求。',
    };
    return [errorAt(task, path, 'capability_in_no_requirement', message, fix)];
  });
}

function sourceKeys(loaded: LoadedAssets, task: Task): readonly string[] {
  const required = task.asset.mcp_requirements.flatMap(
    (id) => latest(loaded, 'mcp_requirement', id)?.asset.capability_keys ?? [],
  );
  return [...required, ...task.asset.platform_tools];
}

function checkUnused(loaded: LoadedAssets, task: Task): readonly Finding[] {
  const bound = task.asset.capability_bindings.map(({ capability }) => capability);
  return [
    ...task.asset.mcp_requirements.flatMap((id, index) => {
      const keys = latest(loaded, 'mcp_requirement', id)?.asset.capability_keys;
      if (!keys || keys.some((key) => bound.includes(key))) return [];
      const message = {
        en: `The task binds nothing of the requirement "${id}".`,
        zh: `任务没有绑定资源要求“${id}”里的任何能力。`,
      };
      return [
        warningAt(task, ['mcp_requirements', index], 'requirement_without_use', message, {
          en: 'Remove it, or bind a capability of it.',
          zh: '去掉它，或绑定其中一项能力。',
        }),
      ];
    }),
    ...task.asset.platform_tools.flatMap((key, index) => {
      if (bound.includes(key)) return [];
      const message = {
        en: `The task names the platform tool ${key} and binds no contract for it.`,
        zh: `任务写了平台工具 ${key}，却没有为它绑定契约。`,
      };
      return [
        warningAt(task, ['platform_tools', index], 'platform_tool_not_bound', message, {
          en: 'Remove it, or bind a contract.',
          zh: '去掉它，或绑定一个契约。',
        }),
      ];
    }),
  ];
}

function checkControls(task: Task): readonly Finding[] {
  const bound = task.asset.capability_bindings.map(({ capability }) => capability);
  return Object.keys(task.asset.control_contract)
    .filter((capability) => !bound.includes(capability))
    .map((capability) => {
      const message = {
        en: `There is a control for ${capability}, which the task does not bind.`,
        zh: `这里控制了 ${capability}，任务却没有绑定它。`,
      };
      const fix = didYouMean(capability, bound) ?? { en: 'Remove it.', zh: '去掉它。' };
      return errorAt(task, ['control_contract', capability], 'control_without_binding', message, fix);
    });
}

function checkMode({ bindingsOf }: CheckContext, task: Task): readonly Finding[] {
  if (task.asset.task_contract.mode !== 'reply') return [];
  return bindingsOf(task)
    .filter(({ contract }) => contract.asset.effect === 'write')
    .map(({ capability, index }) => {
      const message = {
        en: `A task of mode "reply" has no effects, and ${capability} is a write.`,
        zh: `“reply”模式的任务没有任何作用，而 ${capability} 是写操作。`,
      };
      const fix = {
        en: 'Write mode: operation, or bind it in another task.',
        zh: '写 mode: operation，或在别的任务里绑定它。',
      };
      return errorAt(task, ['capability_bindings', index], 'reply_task_binds_write', message, fix);
    });
}
