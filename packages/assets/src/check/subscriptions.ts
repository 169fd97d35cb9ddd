import { didYouMean, type Finding } from '@rolecall/base';
import { errorAt, warningAt } from '../finding-at.ts';
import { linkTasks } from '../linking/link-business.ts';
import { linkWording } from '../linking/link-wording.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import { subscriptionsOf } from '../schema/subscription.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

const MESSAGE_RECEIVED = 'sys_message_received';

/** What a task does about an event can be done: its facts are declared, its reply exists, and nothing goes round in a circle. */
export const subscriptions: CheckRule = (context) => [
  ...assetsOf(context.loaded, 'task_asset_package').flatMap((task) => [
    ...undeclaredFacts(task),
    ...uselessReplies(task),
  ]),
  ...assetsOf(context.loaded, 'business_asset_package').flatMap((business) => [
    ...missingReplies(context, business),
    ...uselessAnswers(business),
  ]),
  ...circles(context),
];

function undeclaredFacts(task: LoadedAsset<'task_asset_package'>): readonly Finding[] {
  const declared = Object.keys(task.asset.data_contract.facts);
  return subscriptionsOf(task.asset).flatMap(({ facts }, index) =>
    Object.keys(facts)
      .filter((fact) => !declared.includes(fact))
      .map((fact) => {
        const path = ['event_contract', 'subscribes', index, 'facts', fact];
        const fix = didYouMean(fact, declared) ?? {
          en: 'Add it to data_contract.facts.',
          zh: '把它加进 data_contract.facts。',
        };
        return errorAt(
          task,
          path,
          'fact_undeclared',
          { en: `The task declares no fact "${fact}".`, zh: `任务没有声明事实“${fact}”。` },
          fix,
        );
      }),
  );
}

/** A message is answered anyway. */
function uselessReplies(task: LoadedAsset<'task_asset_package'>): readonly Finding[] {
  return subscriptionsOf(task.asset).flatMap(({ event, reply }, index) => {
    if (event !== MESSAGE_RECEIVED || reply === undefined) return [];
    const path = ['event_contract', 'subscribes', index, 'reply'];
    const message = {
      en: 'A message is answered by the employee; a fixed reply beside that is not sent.',
      zh: '消息由员工回答；旁边的固定回复不会发出。',
    };
    return [errorAt(task, path, 'subscription_reply_unfit', message, { en: 'Remove the reply.', zh: '去掉 reply。' })];
  });
}

function uselessAnswers(business: LoadedAsset<'business_asset_package'>): readonly Finding[] {
  if (!Object.hasOwn(business.asset.events, MESSAGE_RECEIVED)) return [];
  const message = {
    en: 'A message is answered by the employee; a fixed reply beside that is not sent.',
    zh: '消息由员工回答；旁边的固定回复不会发出。',
  };
  return [
    errorAt(business, ['events', MESSAGE_RECEIVED], 'subscription_reply_unfit', message, {
      en: 'Remove it.',
      zh: '去掉它。',
    }),
  ];
}

function missingReplies({ loaded }: CheckContext, business: LoadedAsset<'business_asset_package'>): readonly Finding[] {
  const replies = linkWording(loaded, business).replies.flatMap(({ asset }) => Object.keys(asset.replies));
  return linkTasks(loaded, business).tasks.flatMap(({ task }) =>
    subscriptionsOf(task.asset).flatMap(({ reply }, index) => {
      if (reply === undefined || replies.includes(reply)) return [];
      const message = {
        en: `"${business.asset.id}" installs this task, and none of its reply assets has a reply "${reply}".`,
        zh: `“${business.asset.id}”安装了这个任务，它的回复资产里却没有回复“${reply}”。`,
      };
      const fix = didYouMean(reply, replies) ?? {
        en: 'Name a reply asset that has it in the business package.',
        zh: '在业务包里写上一个有这个回复的回复资产。',
      };
      return [errorAt(task, ['event_contract', 'subscribes', index, 'reply'], 'reply_unknown', message, fix)];
    }),
  );
}

/** An event that starts a task which emits, by itself or through others, the same event. */
function circles({ loaded }: CheckContext): readonly Finding[] {
  const tasks = assetsOf(loaded, 'task_asset_package');
  const startedBy = (event: string): readonly LoadedAsset<'task_asset_package'>[] =>
    tasks.filter(({ asset }) => subscriptionsOf(asset).some((each) => each.start && each.event === event));
  const leadsBack = (wanted: string, from: readonly string[], seen: Set<string>): boolean =>
    from.some((event) => {
      if (event === wanted) return true;
      if (seen.has(event)) return false;
      seen.add(event);
      return startedBy(event).some(({ asset }) => leadsBack(wanted, asset.event_contract.emits, seen));
    });
  return tasks.flatMap((task) =>
    subscriptionsOf(task.asset).flatMap(({ event, start }, index) => {
      if (!start || !leadsBack(event, task.asset.event_contract.emits, new Set())) return [];
      const message = {
        en: `"${event}" starts this task, which leads to "${event}" again.`,
        zh: `“${event}”开始这个任务，任务又会引发“${event}”。`,
      };
      const fix = {
        en: 'Each turn needs a call that the customer or the model asks for; end it with a when.',
        zh: '每一轮都须有客户或模型要求的一次调用；用 when 结束它。',
      };
      return [warningAt(task, ['event_contract', 'subscribes', index], 'event_loop', message, fix)];
    }),
  );
}
