import { didYouMean, type Finding, isJsonObject, type JsonObject } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import { compileSchema } from '../json-schema/compile-schema.ts';
import type { LoadedAsset, LoadedAssets } from '../loading/loaded-assets.ts';
import { rememberLink } from './remember-link.ts';
import { resolveReference } from './resolve-reference.ts';

type Task = LoadedAsset<'task_asset_package'>;
type Business = LoadedAsset<'business_asset_package'>;

/** A task that a business installs, with its configuration as the task's contract completes it. */
export interface LinkedTask {
  readonly task: Task;
  readonly configuration: JsonObject;
}

/** The tasks that a business installs; one that cannot be found or stands twice is a finding and not installed. */
export const linkTasks = rememberLink(findTasks);

function findTasks(
  loaded: LoadedAssets,
  business: Business,
): { readonly tasks: readonly LinkedTask[]; readonly findings: readonly Finding[] } {
  const tasks = new Map<string, LinkedTask>();
  const findings: Finding[] = [];
  for (const [index, installation] of business.asset.task_installations.entries()) {
    const path = ['task_installations', index, 'task'];
    const resolution = resolveReference(loaded, 'task_asset_package', installation.task);
    if (!resolution.ok) {
      findings.push(errorAt(business, path, 'reference_unknown', resolution.message, resolution.fix));
      continue;
    }
    const task = resolution.loaded;
    if (tasks.has(task.asset.id)) {
      const message = {
        en: `The task "${task.asset.id}" is already installed above.`,
        zh: `任务“${task.asset.id}”在上面已经安装。`,
      };
      findings.push(
        errorAt(business, path, 'task_installed_twice', message, { en: 'Install it once.', zh: '只安装一次。' }),
      );
      continue;
    }
    const configured = linkConfiguration(business, index, task, installation.configuration as JsonObject);
    findings.push(...configured.findings);
    tasks.set(task.asset.id, { task, configuration: configured.configuration });
  }
  return { tasks: [...tasks.values()], findings };
}

function linkConfiguration(
  business: Business,
  index: number,
  task: Task,
  configuration: JsonObject,
): { readonly configuration: JsonObject; readonly findings: readonly Finding[] } {
  const path = ['task_installations', index, 'configuration'];
  const schema = task.asset.configuration_contract?.schema as JsonObject | undefined;
  if (!schema) {
    const names = Object.keys(configuration);
    if (names.length === 0) return { configuration, findings: [] };
    const message = {
      en: `The task "${task.asset.id}" takes no configuration, so ${names.join(', ')} has no effect.`,
      zh: `任务“${task.asset.id}”没有配置，因此 ${names.join('、')} 不起作用。`,
    };
    return { configuration, findings: [errorAt(business, path, 'configuration_unknown', message)] };
  }
  const compiled = compileSchema(schema);
  // That the schema does not compile is the task's own finding.
  if (!compiled.ok) return { configuration, findings: [] };
  const { value, problems } = compiled.schema.check(configuration);
  const findings = problems.map((problem) =>
    errorAt(
      business,
      [...path, ...problem.path],
      'configuration_invalid',
      {
        en: `The configuration of "${task.asset.id}" does not fit its contract: ${problem.message.en}`,
        zh: `“${task.asset.id}”的配置不符合它的契约：${problem.message.zh}`,
      },
      problem.fix,
    ),
  );
  findings.push(...undeclaredKeys(business, path, task, configuration, schema));
  return { configuration: isJsonObject(value) ? value : configuration, findings };
}

/** A schema lets undeclared keys through unless it says otherwise; what no contract declares, nothing can read. */
function undeclaredKeys(
  business: Business,
  path: readonly (string | number)[],
  task: Task,
  configuration: JsonObject,
  schema: JsonObject,
): readonly Finding[] {
  if (!isJsonObject(schema.properties) || schema.additionalProperties !== undefined) return [];
  const known = Object.keys(schema.properties);
  return Object.keys(configuration).flatMap((name) => {
    if (known.includes(name)) return [];
    const message = {
      en: `The task "${task.asset.id}" has no configuration "${name}".`,
      zh: `任务“${task.asset.id}”没有配置“${name}”。`,
    };
    return [errorAt(business, [...path, name], 'configuration_unknown', message, didYouMean(name, known))];
  });
}

/** The requirements that installed tasks name and the business permits, each once, in the order of their ids. */
export function linkRequirements(
  loaded: LoadedAssets,
  business: Business,
  tasks: readonly LinkedTask[],
): { readonly requirements: readonly LoadedAsset<'mcp_requirement'>[]; readonly findings: readonly Finding[] } {
  const requirements = new Map<string, LoadedAsset<'mcp_requirement'>>();
  const findings: Finding[] = [];
  const add = (from: LoadedAsset, path: readonly (string | number)[], id: string): void => {
    const resolution = resolveReference(loaded, 'mcp_requirement', id);
    if (resolution.ok) requirements.set(id, resolution.loaded);
    else findings.push(errorAt(from, path, 'reference_unknown', resolution.message, resolution.fix));
  };
  for (const { task } of tasks) {
    for (const [index, id] of task.asset.mcp_requirements.entries()) add(task, ['mcp_requirements', index], id);
  }
  for (const [index, { id }] of business.asset.resource_permissions.mcp_requirements.entries()) {
    add(business, ['resource_permissions', 'mcp_requirements', index, 'id'], id);
  }
  return { requirements: [...requirements.values()].sort((a, b) => (a.asset.id < b.asset.id ? -1 : 1)), findings };
}
