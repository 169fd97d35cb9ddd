import type { CapabilityContract } from '@rolecall/assets';
import { durationMs } from '@rolecall/base';
import type { CallInputs } from '../call-inputs.ts';
import type { PlainFinding } from './first-four.ts';
import { failed, passed } from './walk.ts';

/** A counter that a call raises, and how far. */
export interface LimitRule {
  readonly counter: string;
  readonly max: number;
  readonly withinMs: number;
}

/** The limits of a contract for this contact. A duration that cannot be read allows nothing. */
export function limitRules(
  contract: Pick<CapabilityContract, 'capability' | 'limits'>,
  inputs: Pick<CallInputs, 'contact'>,
): readonly LimitRule[] {
  if (!contract.limits) return [];
  const withinMs = durationMs(contract.limits.within);
  return [
    {
      counter: `limit:${contract.capability}:contact:${inputs.contact.id}`,
      max: withinMs === undefined ? 0 : contract.limits.per_contact,
      withinMs: withinMs ?? 0,
    },
  ];
}

/** Whether one more call stays inside the limits. */
export function withinLimits(rules: readonly LimitRule[], inputs: CallInputs): PlainFinding {
  if (rules.length === 0) return { parts: [passed('limits', 'none')] };
  const parts = rules.map(({ counter, max }) => {
    const counted = inputs.counters?.[counter] ?? Number.POSITIVE_INFINITY;
    if (inputs.refused === 'limit_reached')
      return failed('limits', `the last one of ${max} was taken while this call was being decided`);
    return counted < max
      ? passed('limits', `${counted} of ${max} used`)
      : failed('limits', `${counted} of ${max} used`);
  });
  const isReached = parts.some(({ outcome }) => outcome === 'fail');
  return { parts, block: isReached ? { code: 'limit_reached' } : undefined };
}

/** The beginning of a limit's window. */
export function windowStart({ withinMs }: LimitRule, now: string): string {
  return new Date(Date.parse(now) - withinMs).toISOString();
}
