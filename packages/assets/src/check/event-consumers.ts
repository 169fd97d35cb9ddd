import { warningAt } from '../finding-at.ts';
import { latest } from '../linking/resolve-reference.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

/** An event that a task emits has somebody who listens, and one that a task waits for has somebody who emits it. */
export const eventConsumers: CheckRule = ({ loaded }) => {
  const tasks = assetsOf(loaded, 'task_asset_package');
  const consumed = new Set([
    ...tasks.flatMap(({ asset }) => asset.event_contract.subscribes),
    ...assetsOf(loaded, 'business_asset_package').flatMap(({ asset }) => Object.keys(asset.events)),
    ...assetsOf(loaded, 'reply_asset').flatMap(({ asset }) => Object.keys(asset.hard_templates)),
  ]);
  const emitted = new Set(tasks.flatMap(({ asset }) => asset.event_contract.emits));
  return tasks.flatMap((task) => {
    const { emits, subscribes } = task.asset.event_contract;
    return [
      ...emits.flatMap((event, index) => {
        const definition = latest(loaded, 'event_definition', event)?.asset;
        if (!definition || consumed.has(event) || definition.consumed_by === 'outside') return [];
        const message = `Nothing in the workspace listens to "${event}".`;
        const fix =
          'Subscribe to it, answer it in a business package, or write consumed_by: outside in its definition.';
        return [warningAt(task, ['event_contract', 'emits', index], 'event_without_consumer', message, fix)];
      }),
      ...subscribes.flatMap((event, index) => {
        const definition = latest(loaded, 'event_definition', event)?.asset;
        if (!definition || definition.emitted_by === 'engine' || emitted.has(event)) return [];
        const message = `No task emits "${event}", so that this one waits for ever.`;
        return [warningAt(task, ['event_contract', 'subscribes', index], 'event_without_producer', message)];
      }),
    ];
  });
};
