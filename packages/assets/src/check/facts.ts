import { didYouMean, type Finding } from '@rolecall/base';
import { errorAt, warningAt } from '../finding-at.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { CapabilityContract } from '../schema/capability-contract.ts';
import { subscriptionsOf } from '../schema/subscription.ts';
import type { CheckRule } from './check-rule.ts';

/** What a contract makes a fact, its task declares; and what a task declares, some contract makes a fact. */
export const facts: CheckRule = ({ loaded, bindings, bindingsOf }) => [
  ...bindings.flatMap(({ contract, task }) => undeclared(contract, task)),
  ...assetsOf(loaded, 'task_asset_package').flatMap((task) => {
    const bound = bindingsOf(task).map(({ contract }) => contract.asset);
    const written = new Set([
      ...bound.flatMap((contract) => writtenFacts(contract).map(({ fact }) => fact)),
      ...subscriptionsOf(task.asset).flatMap(({ facts: byEvent }) => Object.keys(byEvent)),
    ]);
    return Object.keys(task.asset.data_contract.facts).flatMap((fact) => {
      if (written.has(fact)) return [];
      const message = {
        en: `Nothing ever sets the fact "${fact}": no argument becomes it, and no result or event gives it.`,
        zh: `事实“${fact}”永远不会有值：没有参数成为它，也没有结果或事件给出它。`,
      };
      return [
        warningAt(task, ['data_contract', 'facts', fact], 'fact_without_writer', message, {
          en: 'Remove it, or set it.',
          zh: '去掉它，或给它赋值。',
        }),
      ];
    });
  }),
];

interface WrittenFact {
  readonly fact: string;
  readonly path: readonly string[];
}

function writtenFacts(contract: CapabilityContract): readonly WrittenFact[] {
  const fromArguments = Object.entries(contract.arguments).flatMap(([name, argument]): readonly WrittenFact[] =>
    'origin' in argument && argument.fact !== undefined
      ? [{ fact: argument.fact, path: ['arguments', name, 'fact'] }]
      : [],
  );
  const fromResult = Object.keys(contract.result.facts).map((fact) => ({ fact, path: ['result', 'facts', fact] }));
  return [...fromArguments, ...fromResult];
}

function undeclared(
  contract: LoadedAsset<'capability_contract'>,
  task: LoadedAsset<'task_asset_package'>,
): readonly Finding[] {
  const declared = Object.keys(task.asset.data_contract.facts);
  return writtenFacts(contract.asset)
    .filter(({ fact }) => !declared.includes(fact))
    .map(({ fact, path }) => {
      const message = {
        en: `The task "${task.asset.id}", which binds this contract, declares no fact "${fact}".`,
        zh: `任务“${task.asset.id}”绑定了这个契约，却没有声明事实“${fact}”。`,
      };
      const fix = didYouMean(fact, declared) ?? {
        en: `Add it to data_contract.facts of "${task.asset.id}".`,
        zh: `把它加进“${task.asset.id}”的 data_contract.facts。`,
      };
      return errorAt(contract, path, 'fact_undeclared', message, fix);
    });
}
