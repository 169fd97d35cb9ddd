import { type BoundContract, tightenContract } from '@rolecall/assets';

const tightened = new WeakMap<BoundContract, BoundContract>();

/** A bound contract with what its task tightens. A release never changes, so that it is computed once. */
export function tightenedBound(bound: BoundContract): BoundContract {
  const known = tightened.get(bound);
  if (known) return known;
  const result = { ...bound, contract: tightenContract(bound.contract, bound.control) };
  tightened.set(bound, result);
  return result;
}
