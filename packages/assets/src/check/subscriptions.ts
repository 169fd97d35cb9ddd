import type { Finding } from '@rolecall/base';
import { didYouMean } from '../expression/expression-problem.ts';
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
        const fix = didYouMean(fact, declared) ?? 'Add it to data_contract.facts.';
        return errorAt(task, path, 'fact_undeclared', `The task declares no fact "${fact}".`, fix);
      }),
  );
}

/** A message is answered anyway. */
function uselessReplies(task: LoadedAsset<'task_asset_package'>): readonly Finding[] {
  return subscriptionsOf(task.asset).flatMap(({ event, reply }, index) => {
    if (event !== MESSAGE_RECEIVED || reply === undefined) return [];
    const path = ['event_contract', 'subscribes', index, 'reply'];
    const message = 'A message is answered by the employee; a fixed reply beside that is not sent.';
    return [errorAt(task, path, 'subscription_reply_unfit', message, 'Remove the reply.')];
  });
}

function uselessAnswers(business: LoadedAsset<'business_asset_package'>): readonly Finding[] {
  if (!Object.hasOwn(business.asset.events, MESSAGE_RECEIVED)) return [];
  const message = 'A message is answered by the employee; a fixed reply beside that is not sent.';
  return [errorAt(business, ['events', MESSAGE_RECEIVED], 'subscription_reply_unfit', message, 'Remove it.')];
}

function missingReplies({ loaded }: CheckContext, business: LoadedAsset<'business_asset_package'>): readonly Finding[] {
  const replies = linkWording(loaded, business).replies.flatMap(({ asset }) => Object.keys(asset.replies));
  return linkTasks(loaded, business).tasks.flatMap(({ task }) =>
    subscriptionsOf(task.asset).flatMap(({ reply }, index) => {
      if (reply === undefined || replies.includes(reply)) return [];
      const message = `"${business.asset.id}" installs this task, and none of its reply assets has a reply "${reply}".`;
      const fix = didYouMean(reply, replies) ?? 'Name a reply asset that has it in the business package.';
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
      const message = `"${event}" starts this task, which leads to "${event}" again.`;
      const fix = 'Each turn needs a call that the customer or the model asks for; end it with a when.';
      return [warningAt(task, ['event_contract', 'subscribes', index], 'event_loop', message, fix)];
    }),
  );
}
