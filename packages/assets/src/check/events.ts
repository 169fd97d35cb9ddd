import { didYouMean, type Finding } from '@rolecall/base';
import { errorAt, warningAt } from '../finding-at.ts';
import { linkWording } from '../linking/link-wording.ts';
import type { DocumentPath } from '../loading/document-path.ts';
import { assetsOf, type LoadedAsset, type LoadedAssets } from '../loading/loaded-assets.ts';
import { subscriptionsOf } from '../schema/subscription.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/** Every event that is named is defined, raised by someone, and answered with a reply that exists. */
export const events: CheckRule = (context) => {
  const { loaded } = context;
  const known = new Set(assetsOf(loaded, 'event_definition').map(({ asset }) => asset.id));
  return [
    ...assetsOf(loaded, 'event_definition').flatMap(checkDefinition),
    ...assetsOf(loaded, 'capability_contract').flatMap((contract) =>
      Object.entries(contract.asset.events).flatMap(([code, event]) =>
        undefinedEvent(known, contract, ['events', code], event),
      ),
    ),
    ...assetsOf(loaded, 'task_asset_package').flatMap((task) => [
      ...checkNames(known, task),
      ...checkEmitted(context, task),
    ]),
    ...assetsOf(loaded, 'business_asset_package').flatMap((business) => checkBusiness(loaded, known, business)),
  ];
};

function undefinedEvent(
  known: ReadonlySet<string>,
  loaded: LoadedAsset,
  path: DocumentPath,
  event: string,
): readonly Finding[] {
  if (known.has(event)) return [];
  const fix = didYouMean(event, known) ?? {
    en: 'Define it: kind event_definition.',
    zh: '定义它：kind: event_definition。',
  };
  return [
    errorAt(
      loaded,
      path,
      'event_undefined',
      { en: `The event "${event}" is not defined.`, zh: `事件“${event}”没有定义。` },
      fix,
    ),
  ];
}

function checkDefinition(definition: LoadedAsset<'event_definition'>): readonly Finding[] {
  if (definition.isSystem || definition.asset.emitted_by !== 'engine') return [];
  const message = {
    en: 'Only events that come with the engine are raised by it.',
    zh: '只有随引擎提供的事件由引擎引发。',
  };
  return [
    errorAt(definition, ['emitted_by'], 'event_emitter_reserved', message, {
      en: 'Write emitted_by: task.',
      zh: '写 emitted_by: task。',
    }),
  ];
}

function checkNames(known: ReadonlySet<string>, task: LoadedAsset<'task_asset_package'>): readonly Finding[] {
  return [
    ...task.asset.event_contract.emits.flatMap((event, index) =>
      undefinedEvent(known, task, ['event_contract', 'emits', index], event),
    ),
    ...subscriptionsOf(task.asset).flatMap(({ event }, index) =>
      undefinedEvent(known, task, ['event_contract', 'subscribes', index], event),
    ),
  ];
}

function checkEmitted(context: CheckContext, task: LoadedAsset<'task_asset_package'>): readonly Finding[] {
  const { emits } = task.asset.event_contract;
  const raised = new Set<string>();
  const findings: Finding[] = [];
  for (const { contract } of context.bindingsOf(task)) {
    for (const [code, event] of Object.entries(contract.asset.events)) {
      raised.add(event);
      if (emits.includes(event)) continue;
      const message = {
        en: `The contract raises "${event}", and the task "${task.asset.id}" does not say that it emits it.`,
        zh: `契约会引发“${event}”，任务“${task.asset.id}”却没有写明发出它。`,
      };
      const fix = {
        en: `Add it to event_contract.emits of "${task.asset.id}".`,
        zh: `把它加进“${task.asset.id}”的 event_contract.emits。`,
      };
      findings.push(errorAt(contract, ['events', code], 'event_not_emitted', message, fix));
    }
  }
  for (const [index, event] of emits.entries()) {
    if (raised.has(event)) continue;
    const message = {
      en: `No contract that the task binds raises "${event}".`,
      zh: `任务绑定的契约都不引发“${event}”。`,
    };
    findings.push(warningAt(task, ['event_contract', 'emits', index], 'event_without_producer', message));
  }
  return findings;
}

function checkBusiness(
  loaded: LoadedAssets,
  known: ReadonlySet<string>,
  business: LoadedAsset<'business_asset_package'>,
): readonly Finding[] {
  const replies = linkWording(loaded, business).replies.flatMap(({ asset }) => Object.keys(asset.replies));
  return Object.entries(business.asset.events).flatMap(([event, { reply }]) => {
    const findings = [...undefinedEvent(known, business, ['events', event], event)];
    if (replies.includes(reply)) return findings;
    const message = {
      en: `None of the reply assets of "${business.asset.id}" has a reply "${reply}".`,
      zh: `“${business.asset.id}”的回复资产里都没有回复“${reply}”。`,
    };
    const fix =
      didYouMean(reply, replies) ??
      (replies.length > 0
        ? { en: `There is ${replies.join(', ')}.`, zh: `现有的是 ${replies.join('、')}。` }
        : { en: 'Name a reply asset in replies.', zh: '在 replies 里写上一个回复资产。' });
    return [...findings, errorAt(business, ['events', event, 'reply'], 'reply_unknown', message, fix)];
  });
}
