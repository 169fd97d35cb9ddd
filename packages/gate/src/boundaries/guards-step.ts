import type { CapabilityContract } from '@rolecall/assets';
import type { CheckPart } from '../decision.ts';
import { type Bindings, holds } from '../expressions.ts';
import { openDetail } from '../parts/open-sentences.ts';
import type { PlainFinding } from './first-four.ts';
import { itemsOf, withItem } from './items-of.ts';
import { refusedByPolicy } from './refused-by-policy.ts';
import { sayOf } from './say-of.ts';
import { failed, notEvaluated, passed, type Walk } from './walk.ts';

/**
 * The contract's guards, in order, then what the business must refuse. They compute over what is known; a guard that cannot
 * be evaluated does not hold.
 */
export function guardsStep(walk: Walk, contract: CapabilityContract, bindings: Bindings): PlainFinding {
  const ofContract = contractGuards(walk, contract, bindings);
  if (ofContract.block) return ofContract;
  const ofPolicy = refusedByPolicy(walk, contract, bindings);
  return { ...ofPolicy, parts: [...ofContract.parts, ...ofPolicy.parts] };
}

function contractGuards(walk: Walk, contract: CapabilityContract, bindings: Bindings): PlainFinding {
  if (contract.guards.length === 0) return { parts: [passed('guards', 'none')] };
  const parts: CheckPart[] = [];
  for (const [index, { id, for_each, expect, otherwise }] of contract.guards.entries()) {
    const { holds: isMet, detail } =
      for_each === undefined ? holds(expect, bindings) : holdsForEach(for_each, expect, bindings);
    if (isMet) {
      parts.push(passed(`guard ${id}`, detail));
      continue;
    }
    const rest = contract.guards.slice(index + 1).map((guard) => notEvaluated(`guard ${guard.id}`));
    return {
      parts: [...parts, failed(`guard ${id}`, detail), ...rest],
      block: { code: 'guard_failed', reason: otherwise.code, say: sayOf(otherwise, walk, contract, bindings) },
    };
  }
  return { parts };
}

/** Holds when there is an item and it holds for every one. */
function holdsForEach(list: string, expect: string, bindings: Bindings): ReturnType<typeof holds> {
  const items = itemsOf(list, bindings);
  if (!items.ok) return { holds: false, detail: items.message };
  for (const [index, item] of items.values.entries()) {
    const finding = holds(expect, withItem(bindings, item, index));
    if (!finding.holds) return { holds: false, detail: openDetail('item', index, list, finding.detail) };
  }
  const count = items.values.length;
  return count === 0
    ? { holds: false, detail: openDetail('empty', list) }
    : { holds: true, detail: openDetail('each', expect, count) };
}
