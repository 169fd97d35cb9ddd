import { warningAt } from '../finding-at.ts';
import { latest } from '../linking/resolve-reference.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import { subscriptionsOf } from '../schema/subscription.ts';
import type { CheckRule } from './check-rule.ts';

const SILENCE = 'sys_silence';

/** An event that a task emits has somebody who listens, and one that a task waits for has somebody who emits it. */
export const eventConsumers: CheckRule = ({ loaded }) => {
  const tasks = assetsOf(loaded, 'task_asset_package');
  const businesses = assetsOf(loaded, 'business_asset_package');
  const consumed = new Set([
    ...tasks.flatMap(({ asset }) => subscriptionsOf(asset).map(({ event }) => event)),
    ...businesses.flatMap(({ asset }) => Object.keys(asset.events)),
    ...assetsOf(loaded, 'reply_asset').flatMap(({ asset }) => Object.keys(asset.hard_templates)),
  ]);
  const emitted = new Set(tasks.flatMap(({ asset }) => asset.event_contract.emits));
  const isRaised = (event: string): boolean => {
    if (event === SILENCE) return businesses.some(({ asset }) => asset.silence !== undefined);
    const definition = latest(loaded, 'event_definition', event)?.asset;
    return definition?.emitted_by !== 'task' || emitted.has(event);
  };
  return [
    ...tasks.flatMap((task) => [
      ...task.asset.event_contract.emits.flatMap((event, index) => {
        const definition = latest(loaded, 'event_definition', event)?.asset;
        if (!definition || consumed.has(event) || definition.consumed_by === 'outside') return [];
        const message = { en: `Nothing in the workspace listens to "${event}".`, zh: `工作区里没有人接收“${event}”。` };
        const fix = {
          en: 'Subscribe to it, answer it in a business package, or write consumed_by: outside in its definition.',
          zh: '订阅它、在业务包里回答它，或在它的定义里写 consumed_by: outside。',
        };
        return [warningAt(task, ['event_contract', 'emits', index], 'event_without_consumer', message, fix)];
      }),
      ...subscriptionsOf(task.asset).flatMap(({ event }, index) => {
        if (isRaised(event)) return [];
        const message =
          event === SILENCE
            ? {
                en: 'No business package says after what time it is raised, so that this one waits for ever.',
                zh: '没有业务包写明多久之后引发它，这个订阅永远等不到。',
              }
            : {
                en: `No task emits "${event}", so that this one waits for ever.`,
                zh: `没有任务发出“${event}”，这个订阅永远等不到。`,
              };
        const fix =
          event === SILENCE
            ? { en: 'Write silence.after in the business package.', zh: '在业务包里写上 silence.after。' }
            : {
                en: 'Write emitted_by: outside in its definition if another system raises it.',
                zh: '如果由别的系统引发，在它的定义里写 emitted_by: outside。',
              };
        return [warningAt(task, ['event_contract', 'subscribes', index], 'event_without_producer', message, fix)];
      }),
    ]),
    ...businesses.flatMap((business) => {
      if (business.asset.silence === undefined || consumed.has(SILENCE)) return [];
      const message = {
        en: 'Silence is waited for, and nothing answers or listens to sys_silence.',
        zh: '在等待沉默，却没有人回答或接收 sys_silence。',
      };
      const fix = {
        en: 'Answer it under events, or let a task subscribe to it.',
        zh: '在 events 下回答它，或让一个任务订阅它。',
      };
      return [warningAt(business, ['silence'], 'event_without_consumer', message, fix)];
    }),
  ];
};
