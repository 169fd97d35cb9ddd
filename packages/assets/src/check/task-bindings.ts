import type { Finding } from '@rolecall/base';
import { didYouMean } from '../expression/expression-problem.ts';
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
      const message = `${capability} comes from ${sources.join(' and ')}; one must be enough.`;
      return [errorAt(task, path, 'capability_in_two_requirements', message)];
    }
    const known = sourceKeys(loaded, task);
    const message = `${capability} is bound, and stands in none of the task's MCP requirements and platform tools.`;
    const fix = didYouMean(capability, known) ?? 'Add it to a requirement that the task names.';
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
      const message = `The task binds nothing of the requirement "${id}".`;
      return [
        warningAt(
          task,
          ['mcp_requirements', index],
          'requirement_without_use',
          message,
          'Remove it, or bind a capability of it.',
        ),
      ];
    }),
    ...task.asset.platform_tools.flatMap((key, index) => {
      if (bound.includes(key)) return [];
      const message = `The task names the platform tool ${key} and binds no contract for it.`;
      return [
        warningAt(
          task,
          ['platform_tools', index],
          'platform_tool_not_bound',
          message,
          'Remove it, or bind a contract.',
        ),
      ];
    }),
  ];
}

function checkControls(task: Task): readonly Finding[] {
  const bound = task.asset.capability_bindings.map(({ capability }) => capability);
  return Object.keys(task.asset.control_contract)
    .filter((capability) => !bound.includes(capability))
    .map((capability) => {
      const message = `There is a control for ${capability}, which the task does not bind.`;
      const fix = didYouMean(capability, bound) ?? 'Remove it.';
      return errorAt(task, ['control_contract', capability], 'control_without_binding', message, fix);
    });
}

function checkMode({ bindingsOf }: CheckContext, task: Task): readonly Finding[] {
  if (task.asset.task_contract.mode !== 'reply') return [];
  return bindingsOf(task)
    .filter(({ contract }) => contract.asset.effect === 'write')
    .map(({ capability, index }) => {
      const message = `A task of mode "reply" has no effects, and ${capability} is a write.`;
      const fix = 'Write mode: operation, or bind it in another task.';
      return errorAt(task, ['capability_bindings', index], 'reply_task_binds_write', message, fix);
    });
}
