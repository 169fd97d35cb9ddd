import type { Finding } from '@rolecall/base';
import { didYouMean } from '../expression/expression-problem.ts';
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
  const fix = didYouMean(event, known) ?? 'Define it: kind event_definition.';
  return [errorAt(loaded, path, 'event_undefined', `The event "${event}" is not defined.`, fix)];
}

function checkDefinition(definition: LoadedAsset<'event_definition'>): readonly Finding[] {
  if (definition.isSystem || definition.asset.emitted_by !== 'engine') return [];
  const message = 'Only events that come with the engine are raised by it.';
  return [errorAt(definition, ['emitted_by'], 'event_emitter_reserved', message, 'Write emitted_by: task.')];
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
      const message = `The contract raises "${event}", and the task "${task.asset.id}" does not say that it emits it.`;
      const fix = `Add it to event_contract.emits of "${task.asset.id}".`;
      findings.push(errorAt(contract, ['events', code], 'event_not_emitted', message, fix));
    }
  }
  for (const [index, event] of emits.entries()) {
    if (raised.has(event)) continue;
    const message = `No contract that the task binds raises "${event}".`;
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
    const message = `None of the reply assets of "${business.asset.id}" has a reply "${reply}".`;
    const fix =
      didYouMean(reply, replies) ??
      (replies.length > 0 ? `There is ${replies.join(', ')}.` : 'Name a reply asset in replies.');
    return [...findings, errorAt(business, ['events', event, 'reply'], 'reply_unknown', message, fix)];
  });
}
