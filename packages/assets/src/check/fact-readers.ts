import { warningAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import { taskSlots } from '../slots/task-slots.ts';
import { pathsOfSlot } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/**
 * What becomes a fact, somebody reads: an expression of the task or its contracts, a later call that need not ask for it
 * again, or the model, to which a fact with a label is shown.
 */
export const factReaders: CheckRule = (context) =>
  assetsOf(context.loaded, 'task_asset_package').flatMap((task) => {
    const bound = context.bindingsOf(task).map(({ contract }) => contract);
    const slots = [
      ...bound.flatMap((contract) => context.slotsOf({ contract, task })),
      ...taskSlots(task.asset, new Map()),
    ];
    const read = new Set(slots.flatMap((slot) => [...pathsOfSlot(slot)]));
    const kept = new Set(
      bound.flatMap(({ asset }) => Object.values(asset.arguments).map((each) => ('origin' in each ? each.fact : ''))),
    );
    return Object.entries(task.asset.data_contract.facts).flatMap(([fact, { label }]) => {
      const isWritten = bound.some(({ asset }) => Object.hasOwn(asset.result.facts, fact));
      if (!isWritten || label !== undefined || kept.has(fact)) return [];
      if (read.has(`facts.${fact}`) || read.has('facts')) return [];
      const message = {
        en: `Nothing reads the fact "${fact}": no expression uses it, and without a label it is shown to nobody.`,
        zh: `没有人读取事实“${fact}”：没有表达式用到它；它没有名称（label），也不会给任何人看。`,
      };
      const path = ['data_contract', 'facts', fact];
      return [
        warningAt(task, path, 'fact_without_reader', message, {
          en: 'Use it, give it a label, or remove it.',
          zh: '使用它、给它加上 label，或去掉它。',
        }),
      ];
    });
  });
