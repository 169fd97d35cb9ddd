import { renderTemplate } from '@rolecall/assets';
import { textIn } from '@rolecall/base';
import { isBlank } from './blank.ts';
import { engineText } from './engine-texts.ts';
import { factValues } from './journey.ts';
import { isRuleMet, policyViewOf } from './policy-conditions.ts';
import type { ItemAtWork } from './round-context.ts';

/** Something that the customer asks for and the business refuses, with what the customer is told. */
export interface Refusal {
  readonly rule: string;
  readonly text: string;
}

/**
 * What of a customer's message must be refused: each rule of `must_refuse` whose pattern the message meets, in the state
 * that the conversation is in. The runtime says so itself, in the words of the business; a text that cannot be written
 * gives way to the engine's.
 */
export function refusalsOf(work: ItemAtWork, message: string): readonly Refusal[] {
  const view = policyViewOf(work);
  const rules = view.release.policies.flatMap(({ must_refuse }) => must_refuse);
  return rules.flatMap((rule) => {
    if (rule.pattern === undefined || !isRuleMet(rule, message, view)) return [];
    const last = view.instances.at(-1);
    const bindings = { ...view.bindings, facts: last ? factValues(last) : {} };
    const rendered = renderTemplate(rule.say, bindings, work.language);
    const text = rendered.ok && !isBlank(rendered.text) ? rendered.text : engineText('refused', work.language);
    return [{ rule: rule.id, text }];
  });
}

/** For the model: why nothing may be written in the state that the conversation is in (`when` alone). The gate holds it back. */
export function standingRefusals(work: ItemAtWork): readonly string[] {
  const view = policyViewOf(work);
  return view.release.policies.flatMap(({ must_refuse }) =>
    must_refuse.flatMap((rule) =>
      rule.pattern === undefined && isRuleMet(rule, '', view) ? [textIn(rule.say, work.promptLanguage)] : [],
    ),
  );
}
