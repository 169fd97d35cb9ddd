import { didYouMean, type Finding, quotedList } from '@rolecall/base';
import { errorAt, findingAt } from '../finding-at.ts';
import type { LoadedAsset } from '../loading/loaded-assets.ts';

/** What has listed values, an argument or a member of one: where it stands, and what it is called. */
export interface ListedValues {
  readonly contract: LoadedAsset<'capability_contract'>;
  readonly path: readonly string[];
  readonly name: string;
  readonly values: readonly string[];
}

/** Listed values have words, and nothing else has. */
export function checkValueWords(
  { contract, path, name, values }: ListedValues,
  labels: readonly string[],
  severity: Finding['severity'],
): readonly Finding[] {
  const findings: Finding[] = [];
  const unlabelled = values.filter((value) => !labels.includes(value));
  if (unlabelled.length > 0) {
    const list = quotedList(unlabelled);
    const message = {
      en: `There are no words for ${list.en} of "${name}": customers would read the value itself.`,
      zh: `“${name}”的值 ${list.zh} 没有说法：客户会读到值本身。`,
    };
    const hint = { en: 'Add labels for every value.', zh: '为每个值加上 labels。' };
    findings.push(findingAt(contract, path, severity, 'argument_labels_missing', message, hint));
  }
  for (const label of labels.filter((each) => !values.includes(each))) {
    const message = { en: `"${label}" is no value of "${name}".`, zh: `“${label}”不是“${name}”的值。` };
    const place = [...path, 'labels', label];
    findings.push(errorAt(contract, place, 'argument_label_unknown', message, didYouMean(label, values)));
  }
  return findings;
}
