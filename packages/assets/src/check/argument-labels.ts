import type { Finding } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { SemanticArgument } from '../schema/capability-contract.ts';
import type { CheckRule } from './check-rule.ts';
import { checkValueWords } from './value-words.ts';

/** What a customer confirms, they can read: arguments of a write have a label, and listed values have words. */
export const argumentLabels: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'capability_contract').flatMap((contract) =>
    Object.entries(contract.asset.arguments).flatMap(([name, argument]) =>
      'origin' in argument ? checkArgument(contract, name, argument) : [],
    ),
  );

function checkArgument(
  contract: LoadedAsset<'capability_contract'>,
  name: string,
  argument: SemanticArgument,
): readonly Finding[] {
  const path = ['arguments', name];
  const isWrite = contract.asset.effect === 'write';
  const findings: Finding[] = [];
  if (isWrite && argument.label === undefined) {
    const message = {
      en: `The argument "${name}" of a write has no label, so that a notice does not show it.`,
      zh: `写操作的参数“${name}”没有名称（label），确认通知里不会显示它。`,
    };
    findings.push(
      errorAt(contract, path, 'argument_label_missing', message, { en: 'Add a label.', zh: '加上 label。' }),
    );
  }
  const values = Array.isArray(argument.schema.enum) ? argument.schema.enum.map(String) : undefined;
  if (!values) {
    if (argument.origin.includes('enum')) {
      const message = {
        en: `The argument "${name}" comes from a list, and its schema lists nothing.`,
        zh: `参数“${name}”的来源是 enum，它的结构却没有列出任何值。`,
      };
      findings.push(
        errorAt(contract, [...path, 'origin'], 'argument_enum_missing', message, {
          en: 'Add enum to its schema.',
          zh: '在它的 schema 里加上 enum。',
        }),
      );
    }
    if (argument.labels) {
      const message = {
        en: `The labels of "${name}" name values that its schema does not list.`,
        zh: `“${name}”的 labels 写了它的 schema 没有列出的值。`,
      };
      findings.push(errorAt(contract, [...path, 'labels'], 'argument_label_unknown', message));
    }
    return findings;
  }
  const listed = { contract, path, name, values };
  return [...findings, ...checkValueWords(listed, Object.keys(argument.labels ?? {}), isWrite ? 'error' : 'warning')];
}
