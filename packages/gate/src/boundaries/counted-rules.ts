import type { CapabilityContract } from '@rolecall/assets';
import type { PreparedArguments } from '../decision.ts';
import { amountRules } from './amount-rule.ts';
import { type LimitRule, limitRules } from './limit-rule.ts';
import { withReads } from './preconditions-step.ts';
import { bindingsOf, type Walk } from './walk.ts';

/** All counters that an allowed call raises when it leaves: those that its decision looked at. */
export function countedRules(
  contract: CapabilityContract,
  walk: Pick<Walk, 'inputs' | 'release' | 'bound'>,
  prepared: PreparedArguments,
): readonly LimitRule[] {
  const amounts = amountRules(contract, walk.inputs, () => withReads(bindingsOf(walk, prepared.values), walk));
  // The decision measured the same and let it pass.
  if (!amounts.ok) throw new TypeError(`an allowed call has an amount that cannot be measured: ${amounts.message}`);
  return [...limitRules(contract, walk.inputs), ...amounts.rules];
}
