import type { CapabilityContract } from '@rolecall/assets';
import { durationMs, timestampMs } from '@rolecall/base';
import type { CallInputs } from '../call-inputs.ts';
import { ownerOf } from '../identity.ts';
import type { PartName } from '../parts/part-names.ts';
import type { PartDetail } from '../parts/part-sentences.ts';
import type { PlainFinding } from './first-four.ts';
import { failed, passed } from './walk.ts';

/** A counter that a call raises, by how much, and how far. */
export interface LimitRule {
  readonly counter: string;
  /** Whose calls are counted. */
  readonly of: 'contact' | 'employee' | 'organisation';
  /** 1 where uses are counted. */
  readonly amount: number;
  readonly max: number;
  readonly withinMs: number;
}

/** The counted uses of a contract for this contact, employee and organisation. A duration that cannot be read allows nothing. */
export function limitRules(
  contract: Pick<CapabilityContract, 'capability' | 'limits'>,
  inputs: Pick<CallInputs, 'contact' | 'identity' | 'employee'>,
): readonly LimitRule[] {
  const { limits, capability } = contract;
  return limits?.within === undefined ? [] : rulesFor(`limit:${capability}`, 1, limits, limits.within, inputs);
}

type Bounds = Pick<NonNullable<CapabilityContract['limits']>, 'per_contact' | 'per_employee' | 'per_organisation'>;

/** One rule for each bound, under a counter of its own. A store belongs to one organisation. */
export function rulesFor(
  counter: string,
  amount: number,
  bounds: Bounds,
  within: string,
  inputs: Pick<CallInputs, 'contact' | 'identity' | 'employee'>,
): readonly LimitRule[] {
  const withinMs = durationMs(within);
  const rules: LimitRule[] = [];
  const add = (of: LimitRule['of'], max: number | undefined, owner: string): void => {
    if (max === undefined) return;
    const bound = withinMs === undefined ? -1 : max;
    rules.push({ counter: `${counter}:${of}${owner}`, of, amount, max: bound, withinMs: withinMs ?? 0 });
  };
  add('contact', bounds.per_contact, `:${ownerOf(inputs)}`);
  add('employee', bounds.per_employee, `:${inputs.employee.id}`);
  add('organisation', bounds.per_organisation, '');
  return rules;
}

/** Whether one more call stays inside the limits. */
export function withinLimits(rules: readonly LimitRule[], inputs: CallInputs): PlainFinding {
  if (rules.length === 0) return { parts: [passed('limits', 'none')] };
  return underBounds('limits', rules, inputs, ({ of, max }, counted) => `${counted} of ${max} used for the ${of}`);
}

/** Whether what was counted leaves room for what the call adds. */
export function underBounds(
  what: PartName,
  rules: readonly LimitRule[],
  inputs: CallInputs,
  describe: (rule: LimitRule, counted: number) => PartDetail,
): PlainFinding {
  const parts = rules.map((rule) => {
    const counted = countedOf(rule.counter, inputs) ?? Number.POSITIVE_INFINITY;
    if (inputs.refused === 'limit_reached')
      return failed(what, `the last one of ${rule.max} for the ${rule.of} was taken while this call was being decided`);
    const detail = describe(rule, counted);
    return counted <= rule.max - rule.amount ? passed(what, detail) : failed(what, detail);
  });
  const isReached = parts.some(({ outcome }) => outcome === 'fail');
  return { parts, block: isReached ? { code: 'limit_reached' } : undefined };
}

/** How often a counter was raised in its window; undefined where it was not looked at. */
export function countedOf(counter: string, { counters }: Pick<CallInputs, 'counters'>): number | undefined {
  return counters !== undefined && Object.hasOwn(counters, counter) ? counters[counter] : undefined;
}

/** The beginning of a limit's window. */
export function windowStart({ withinMs }: LimitRule, now: string): string {
  return new Date(timestampMs(now) - withinMs).toISOString();
}
