import { isJsonObject } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import { taskSlots } from '../slots/task-slots.ts';
import { pathsOfSlot } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/** What a task lets a business configure, some expression of the task or of its contracts reads. */
export const configuration: CheckRule = (context) =>
  assetsOf(context.loaded, 'task_asset_package').flatMap((task) => {
    const properties = task.asset.configuration_contract?.schema.properties;
    if (!isJsonObject(properties)) return [];
    const used = new Set<string>();
    for (const { contract } of context.bindingsOf(task)) {
      for (const slot of context.slotsOf({ contract, task })) for (const path of pathsOfSlot(slot)) used.add(path);
    }
    for (const slot of taskSlots(task.asset, new Map())) for (const path of pathsOfSlot(slot)) used.add(path);
    if (used.has('configuration')) return [];
    return Object.keys(properties)
      .filter((name) => !used.has(`configuration.${name}`))
      .map((name) => {
        const message = { en: `Nothing reads the configuration "${name}".`, zh: `没有人读取配置“${name}”。` };
        const path = ['configuration_contract', 'schema', 'properties', name];
        return warningAt(task, path, 'configuration_without_use', message, {
          en: 'Use it in an expression, or remove it.',
          zh: '在表达式里使用它，或去掉它。',
        });
      });
  });
