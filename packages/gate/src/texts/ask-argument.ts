import { type CapabilityContract, labelsOf, type Release } from '@rolecall/assets';
import { type JsonValue, type Language, textIn } from '@rolecall/base';
import { type Bindings, renderText } from '../expressions.ts';
import { contractText } from './contract-texts.ts';
import { displayValue } from './display-value.ts';
import { engineText } from './engine-texts.ts';

/** The question that would complete a call: the contract's or the business's, else one made from label and choices. */
export function askArgument(
  release: Pick<Release, 'replies'>,
  contract: CapabilityContract,
  name: string,
  bindings: Bindings,
  language: Language,
): string | undefined {
  const argument = contract.arguments[name];
  if (!argument || !('origin' in argument)) return undefined;
  const labels = labelsOf(contract);
  const template = contractText(release, contract, `ask.${name}`, argument.ask, language);
  if (template !== undefined) {
    const rendered = renderText(template, bindings, language, labels);
    if (rendered.ok && rendered.text.trim() !== '') return rendered.text;
  }
  const label = textIn(argument.label, language) || name;
  const choices = Array.isArray(argument.schema.enum) ? (argument.schema.enum as readonly JsonValue[]) : [];
  if (choices.length === 0) return engineText('ask', language, { label });
  const words = choices.map((choice) => displayValue(labels, name, choice, language));
  return engineText('ask_choice', language, { label, choices: words.join(language === 'zh' ? '、' : ', ') });
}
