import { type CapabilityContract, labelsOf } from '@rolecall/assets';
import type { LocalizedText } from '@rolecall/base';
import { type Bindings, renderText } from '../expressions.ts';
import { contractText } from '../texts/contract-texts.ts';
import type { Walk } from './walk.ts';

/** What a contract (or the business in its stead) says to the customer when a condition fails; undefined when it says nothing. */
export function sayOf(
  otherwise: { readonly code: string; readonly say?: LocalizedText | undefined },
  { release, inputs }: Pick<Walk, 'release' | 'inputs'>,
  contract: CapabilityContract,
  bindings: Bindings,
): string | undefined {
  const template = contractText(release, contract, `say.${otherwise.code}`, otherwise.say, inputs.language);
  if (template === undefined) return undefined;
  const rendered = renderText(template, bindings, inputs.language, labelsOf(contract));
  return rendered.ok && rendered.text.trim() !== '' ? rendered.text : undefined;
}
