import type { CapabilityContract } from '@rolecall/assets';
import type { CheckPart } from '../decision.ts';
import { type Bindings, holds } from '../expressions.ts';
import type { PlainFinding } from './first-four.ts';
import { sayOf } from './say-of.ts';
import { failed, notEvaluated, passed, type Walk } from './walk.ts';

/** The guards, in order. They compute over what is known; one that cannot be evaluated does not hold. */
export function guardsStep(walk: Walk, contract: CapabilityContract, bindings: Bindings): PlainFinding {
  if (contract.guards.length === 0) return { parts: [passed('guards', 'none')] };
  const parts: CheckPart[] = [];
  for (const [index, { id, expect, otherwise }] of contract.guards.entries()) {
    const { holds: isMet, detail } = holds(expect, bindings);
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
