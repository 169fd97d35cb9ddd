import { didYouMean, type Finding } from '@rolecall/base';
import { alternatives, type ValueType } from '../expression/value-type.ts';
import { errorAt } from '../finding-at.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

type Contract = LoadedAsset<'capability_contract'>;

/** A field of this name holds free text; the gate looks for no value in it. */
const UNTRUSTED_TEXT = 'untrusted_text';

/** A value that is chosen from a read is chosen from something that the read tells. */
export const choiceOrigins: CheckRule = (context) =>
  assetsOf(context.loaded, 'capability_contract').flatMap((contract) =>
    Object.entries(contract.asset.arguments).flatMap(([name, argument]) =>
      'origin' in argument
        ? argument.origin.flatMap((origin, index) =>
            typeof origin === 'object' && 'choice_of' in origin
              ? checkChoice(context, contract, ['arguments', name, 'origin', index, 'choice_of'], origin.choice_of)
              : [],
          )
        : [],
    ),
  );

function checkChoice(
  context: CheckContext,
  contract: Contract,
  path: readonly (string | number)[],
  choice: { readonly capability: string; readonly path: string },
): readonly Finding[] {
  if (!context.capabilities.has(choice.capability)) {
    const message = {
      en: `No contract has the capability "${choice.capability}".`,
      zh: `没有契约提供能力“${choice.capability}”。`,
    };
    const fix = didYouMean(choice.capability, context.capabilities);
    return [errorAt(contract, [...path, 'capability'], 'capability_unknown', message, fix)];
  }
  const read = context.contractFor(choice.capability);
  if (!read) return [];
  if (read.asset.effect === 'write') {
    const message = {
      en: `${choice.capability} is a write; only what a read tells can be chosen from.`,
      zh: `${choice.capability} 是写操作；只能从查询得到的内容里选。`,
    };
    return [errorAt(contract, [...path, 'capability'], 'read_is_write', message)];
  }
  const { projected } = context.types.typesOf(read.asset, undefined);
  const steps = choice.path.split('.');
  if (steps.includes(UNTRUSTED_TEXT)) {
    const message = {
      en: `"${choice.path}" of ${read.asset.id} is free text, in which nothing is ever found.`,
      zh: `${read.asset.id} 的“${choice.path}”是自由文字，自由文字里的内容不能作为来源。`,
    };
    const fix = {
      en: 'Choose from a declared value, or take the origin away: the customer then confirms the value.',
      zh: '从一个声明过的值里选，或去掉这个来源：这个值就由客户确认。',
    };
    return [errorAt(contract, [...path, 'path'], 'choice_is_free_text', message, fix)];
  }
  const wrong = missingStep(projected, steps);
  if (!wrong) return [];
  const message = {
    en: `${read.asset.id} projects no "${choice.path}": there is no "${wrong.step}".`,
    zh: `${read.asset.id} 没有投影“${choice.path}”：其中没有“${wrong.step}”。`,
  };
  const fix =
    didYouMean(wrong.step, wrong.known) ??
    (wrong.known.length > 0
      ? { en: `It projects ${wrong.known.join(', ')}.`, zh: `它投影了 ${wrong.known.join('、')}。` }
      : undefined);
  return [errorAt(contract, [...path, 'path'], 'choice_path_unknown', message, fix)];
}

/** The first step of a path that no value of the type has; lists on the way stand for each of their items. */
function missingStep(
  type: ValueType,
  steps: readonly string[],
): { readonly step: string; readonly known: readonly string[] } | undefined {
  let here = itemsOf(type);
  for (const step of steps) {
    if (here.some(({ kind }) => kind === 'any')) return undefined;
    const objects = here.filter((option) => option.kind === 'object');
    const next = objects.flatMap((object) => object.fields.get(step)?.type ?? object.rest ?? []);
    if (next.length === 0) return { step, known: objects.flatMap((object) => [...object.fields.keys()]) };
    here = next.flatMap(itemsOf);
  }
  return undefined;
}

function itemsOf(type: ValueType): readonly ValueType[] {
  return alternatives(type).flatMap((option) => (option.kind === 'list' ? itemsOf(option.item) : [option]));
}
