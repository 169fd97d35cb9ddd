import { type BoundContract, tightenContract } from '@rolecall/assets';
import { onceFor } from '../once-for.ts';

/** A bound contract with what its task tightens. A release never changes, so that it is computed once. */
export const tightenedBound = onceFor(
  (bound: BoundContract): BoundContract => ({ ...bound, contract: tightenContract(bound.contract, bound.control) }),
);
