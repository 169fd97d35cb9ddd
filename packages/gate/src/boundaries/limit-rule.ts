import type { CapabilityContract } from '@rolecall/assets';
import { durationMs } from '@rolecall/base';
import type { CallInputs } from '../call-inputs.ts';
import type { PlainFinding } from './first-four.ts';
import { failed, passed } from './walk.ts';

/** A counter that a call raises, and how far. */
export interface LimitRule {
  readonly counter: string;
  /** Whose calls are counted. */
  readonly of: 'contact' | 'employee' | 'organisation';
  readonly max: number;
  readonly withinMs: number;
}

/** The limits of a contract for this contact, employee and organisation. A duration that cannot be read allows nothing. */
export function limitRules(
  contract: Pick<CapabilityContract, 'capability' | 'limits'>,
  inputs: Pick<CallInputs, 'contact' | 'employee'>,
): readonly LimitRule[] {
  const { limits, capability } = contract;
  if (!limits) return [];
  const withinMs = durationMs(limits.within);
  const rule = (of: LimitRule['of'], max: number | undefined, owner: string): readonly LimitRule[] =>
    max === undefined
      ? []
      : [
          {
            counter: `limit:${capability}:${of}${owner}`,
            of,
            max: withinMs === undefined ? 0 : max,
            withinMs: withinMs ?? 0,
          },
        ];
  return [
    ...rule('contact', limits.per_contact, `:${inputs.contact.id}`),
    ...rule('employee', limits.per_employee, `:${inputs.employee.id}`),
    // A store belongs to one organisation.
    ...rule('organisation', limits.per_organisation, ''),
  ];
}

/** Whether one more call stays inside the limits. */
export function withinLimits(rules: readonly LimitRule[], inputs: CallInputs): PlainFinding {
  if (rules.length === 0) return { parts: [passed('limits', 'none')] };
  const parts = rules.map(({ counter, of, max }) => {
    const counted = inputs.counters?.[counter] ?? Number.POSITIVE_INFINITY;
    if (inputs.refused === 'limit_reached')
      return failed('limits', `the last one of ${max} for the ${of} was taken while this call was being decided`);
    return counted < max
      ? passed('limits', `${counted} of ${max} used for the ${of}`)
      : failed('limits', `${counted} of ${max} used for the ${of}`);
  });
  const isReached = parts.some(({ outcome }) => outcome === 'fail');
  return { parts, block: isReached ? { code: 'limit_reached' } : undefined };
}

/** The beginning of a limit's window. */
export function windowStart({ withinMs }: LimitRule, now: string): string {
  return new Date(Date.parse(now) - withinMs).toISOString();
}
