import type { CapabilityContract } from '@rolecall/assets';
import { durationMs, timestampMs } from '@rolecall/base';
import type { CallInputs } from '../call-inputs.ts';
import type { CheckPart } from '../decision.ts';
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
  const add = (of: LimitRule['of'], max: number, ofWhom: string): void => {
    const bound = withinMs === undefined ? -1 : max;
    rules.push({ counter: ofWhom, of, amount, max: bound, withinMs: withinMs ?? 0 });
  };
  const { per_contact, per_employee, per_organisation } = bounds;
  if (per_contact !== undefined) add('contact', per_contact, `${counter}:contact:${ownerOf(inputs)}`);
  if (per_employee !== undefined) add('employee', per_employee, `${counter}:employee:${inputs.employee.id}`);
  if (per_organisation !== undefined) add('organisation', per_organisation, `${counter}:organisation`);
  return rules;
}

/** Whether one more call stays inside the limits; undefined where a counter was not looked at. */
export function withinLimits(rules: readonly LimitRule[], inputs: CallInputs): PlainFinding | undefined {
  if (rules.length === 0) return NO_LIMITS;
  return underBounds('limits', rules, inputs, ({ of, max }, counted) => `${counted} of ${max} used for the ${of}`);
}

const NO_LIMITS: PlainFinding = { parts: [passed('limits', 'none')] };

/** Whether what was counted leaves room for what the call adds; undefined where a counter was not looked at. */
export function underBounds(
  what: PartName,
  rules: readonly LimitRule[],
  inputs: CallInputs,
  describe: (rule: LimitRule, counted: number) => PartDetail,
): PlainFinding | undefined {
  const parts: CheckPart[] = [];
  let isReached = false;
  for (const rule of rules) {
    const counted = countedOf(rule.counter, inputs);
    if (counted === undefined) return undefined;
    const isTaken = inputs.refused === 'limit_reached';
    const isWithin = !isTaken && counted <= rule.max - rule.amount;
    const detail: PartDetail = isTaken
      ? `the last one of ${rule.max} for the ${rule.of} was taken while this call was being decided`
      : describe(rule, counted);
    parts.push(isWithin ? passed(what, detail) : failed(what, detail));
    if (!isWithin) isReached = true;
  }
  return { parts, block: isReached ? { code: 'limit_reached' } : undefined };
}

/** How often a counter was raised in its window; undefined where it was not looked at. */
export function countedOf(counter: string, { counters }: Pick<CallInputs, 'counters'>): number | undefined {
  // There are few: to compare them is faster than to make a property's name of a text that was put together just now.
  for (const name of Object.keys(counters ?? NO_COUNTERS)) if (name === counter) return counters?.[name];
  return undefined;
}

const NO_COUNTERS = {};

/** The beginning of a limit's window. */
export function windowStart({ withinMs }: LimitRule, now: string): string {
  return new Date(timestampMs(now) - withinMs).toISOString();
}
