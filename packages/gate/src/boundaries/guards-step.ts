import type { CapabilityContract } from '@rolecall/assets';
import type { CheckPart } from '../decision.ts';
import { type Bindings, type Condition, conditionHolds, conditionOf, type Held } from '../expressions.ts';
import { interned } from '../interned.ts';
import { onceFor } from '../once-for.ts';
import { openDetail } from '../parts/open-sentences.ts';
import type { PartName } from '../parts/part-names.ts';
import type { PlainFinding } from './first-four.ts';
import { itemsOf, withItem } from './items-of.ts';
import { refusedByPolicy } from './refused-by-policy.ts';
import { sayOf } from './say-of.ts';
import { type Block, failed, notEvaluated, passed, type Walk } from './walk.ts';

/**
 * The contract's guards, in order, then what the business must refuse. They compute over what is known; a guard that cannot
 * be evaluated does not hold.
 */
export function guardsStep(walk: Walk, contract: CapabilityContract, bindings: Bindings): PlainFinding {
  const parts: CheckPart[] = [];
  const block = contractGuards(walk, contract, bindings, parts) ?? refusedByPolicy(walk, contract, bindings, parts);
  return { parts, block };
}

function contractGuards(
  walk: Walk,
  contract: CapabilityContract,
  bindings: Bindings,
  parts: CheckPart[],
): Block | undefined {
  const guards = guardList(contract.guards);
  if (guards.length === 0) parts.push(NO_GUARDS);
  for (let index = 0; index < guards.length; index++) {
    const { what, forEach, condition, met, otherwise } = guards[index] as ReadyGuard;
    const { holds: isMet, detail } =
      forEach === undefined ? conditionHolds(condition, bindings) : holdsForEach(forEach, condition, bindings);
    if (isMet) {
      parts.push(forEach === undefined ? met : passed(what, detail));
      continue;
    }
    parts.push(failed(what, detail), ...guards.slice(index + 1).map((later) => notEvaluated(later.what)));
    return { code: 'guard_failed', reason: otherwise.code, say: sayOf(otherwise, walk, contract, bindings) };
  }
  return undefined;
}

const NO_GUARDS = passed('guards', 'none');

type Guards = CapabilityContract['guards'];

/** A guard, ready to be asked call after call. */
interface ReadyGuard {
  readonly what: PartName;
  readonly forEach: string | undefined;
  readonly condition: Condition;
  /** Its part where it holds and is not asked for each item of a list. */
  readonly met: CheckPart;
  readonly otherwise: Guards[number]['otherwise'];
}

/** The same for all contracts that have it alike. */
const readyGuard = interned(({ id, for_each, expect, otherwise }: Guards[number]): ReadyGuard => {
  const condition = conditionOf(expect);
  const what = `guard ${id}` as const;
  return { what, forEach: for_each, condition, met: passed(what, condition.isTrue.detail), otherwise };
});

/** The guards of a contract never change. */
const guardList = onceFor((guards: Guards) => guards.map(readyGuard));

/** Holds when there is an item and it holds for every one. */
function holdsForEach(list: string, condition: Condition, bindings: Bindings): Held {
  const items = itemsOf(list, bindings);
  if (!items.ok) return { holds: false, detail: items.message };
  for (const [index, item] of items.values.entries()) {
    const finding = conditionHolds(condition, withItem(bindings, item, index));
    if (!finding.holds) return { holds: false, detail: openDetail('item', index, list, finding.detail) };
  }
  const count = items.values.length;
  return count === 0
    ? { holds: false, detail: openDetail('empty', list) }
    : { holds: true, detail: openDetail('each', condition.source, count) };
}
