import type { Finding } from '@rolecall/base';
import { didYouMean } from '../expression/expression-problem.ts';
import { errorAt, findingAt } from '../finding-at.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { SemanticArgument } from '../schema/capability-contract.ts';
import type { CheckRule } from './check-rule.ts';

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
    const message = `The argument "${name}" of a write has no label, so that a notice does not show it.`;
    findings.push(errorAt(contract, path, 'argument_label_missing', message, 'Add a label.'));
  }
  const values = Array.isArray(argument.schema.enum) ? argument.schema.enum.map(String) : undefined;
  if (!values) {
    if (argument.origin.includes('enum')) {
      const message = `The argument "${name}" comes from a list, and its schema lists nothing.`;
      findings.push(
        errorAt(contract, [...path, 'origin'], 'argument_enum_missing', message, 'Add enum to its schema.'),
      );
    }
    if (argument.labels) {
      const message = `The labels of "${name}" name values that its schema does not list.`;
      findings.push(errorAt(contract, [...path, 'labels'], 'argument_label_unknown', message));
    }
    return findings;
  }
  const labels = Object.keys(argument.labels ?? {});
  const unlabelled = values.filter((value) => !labels.includes(value));
  if (unlabelled.length > 0) {
    const message = `There are no words for ${unlabelled.map((value) => `"${value}"`).join(', ')} of "${name}": customers would read the value itself.`;
    const severity = isWrite ? 'error' : 'warning';
    findings.push(
      findingAt(contract, path, severity, 'argument_labels_missing', message, 'Add labels for every value.'),
    );
  }
  for (const label of labels.filter((each) => !values.includes(each))) {
    const message = `"${label}" is no value of "${name}".`;
    findings.push(
      errorAt(contract, [...path, 'labels', label], 'argument_label_unknown', message, didYouMean(label, values)),
    );
  }
  return findings;
}
