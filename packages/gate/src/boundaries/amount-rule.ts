import { amountInUnits, amountText, type CapabilityContract } from '@rolecall/assets';
import type { CallInputs } from '../call-inputs.ts';
import { type Bindings, evaluateExpression } from '../expressions.ts';
import { type OpenDetail, openDetail } from '../parts/open-sentences.ts';
import type { PlainFinding } from './first-four.ts';
import { type LimitRule, rulesFor, underBounds } from './limit-rule.ts';
import { failed } from './walk.ts';

/** A limit on an amount, and what the call would add to it. */
export interface AmountRule extends LimitRule {
  /** The expression that measures it. */
  readonly measure: string;
  readonly decimals: number;
}

export type AmountRules =
  | { readonly ok: true; readonly rules: readonly AmountRule[] }
  /** What cannot be measured passes no limit. */
  | { readonly ok: false; readonly message: OpenDetail };

/**
 * The limits on amounts that a call would meet, each with what it adds, in whole units. The counter belongs to capability,
 * measure and window: a contract that measures otherwise begins anew.
 */
export function amountRules(
  { capability, limits }: Pick<CapabilityContract, 'capability' | 'limits'>,
  inputs: Pick<CallInputs, 'contact' | 'identity' | 'employee'>,
  bindings: () => Bindings,
): AmountRules {
  const rules: AmountRule[] = [];
  for (const limit of limits?.amounts ?? []) {
    const { of: measure, decimals, within } = limit;
    const measured = evaluateExpression(measure, bindings());
    if (!measured.ok) return { ok: false, message: openDetail('cannot', measure, measured.message) };
    const amount = typeof measured.value === 'number' ? amountInUnits(measured.value, decimals) : undefined;
    if (amount === undefined) {
      return { ok: false, message: openDetail('no_amount', measure, JSON.stringify(measured.value)) };
    }
    const units = (bound: number | undefined): number | undefined =>
      bound === undefined ? undefined : (amountInUnits(bound, decimals) ?? -1);
    const bounds = {
      per_contact: units(limit.per_contact),
      per_employee: units(limit.per_employee),
      per_organisation: units(limit.per_organisation),
    };
    const counter = `amount:${capability}:${measure}:${decimals}:${within}`;
    for (const rule of rulesFor(counter, amount, bounds, within, inputs)) rules.push({ ...rule, measure, decimals });
  }
  return { ok: true, rules };
}

/** Whether the amounts of one more call stay inside the limits; undefined where a counter was not looked at. */
export function withinAmounts(measured: AmountRules, inputs: CallInputs): PlainFinding | undefined {
  if (!measured.ok) return { parts: [failed('amounts', measured.message)], block: { code: 'limit_reached' } };
  const ruleOf = new Map<LimitRule, AmountRule>(measured.rules.map((rule) => [rule, rule]));
  return underBounds('amounts', measured.rules, inputs, (rule, counted) => {
    const { measure = '', decimals = 0 } = ruleOf.get(rule) ?? {};
    const [more, used, most] = [rule.amount, counted, rule.max].map((units) => amountText(units, decimals));
    return `${measure}: ${more} more; ${used} of ${most} used for the ${rule.of}`;
  });
}
