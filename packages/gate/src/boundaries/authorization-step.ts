import type { CapabilityContract } from '@rolecall/assets';
import type { CallInputs } from '../call-inputs.ts';
import type { CheckPart } from '../decision.ts';
import { type Bindings, type Condition, conditionHolds, conditionOf } from '../expressions.ts';
import { interned } from '../interned.ts';
import { onceFor } from '../once-for.ts';
import type { PartName } from '../parts/part-names.ts';
import { engineText } from '../texts/engine-texts.ts';
import type { PlainFinding } from './first-four.ts';
import { failed, passed, type Walk } from './walk.ts';

/** The employee's grants cover every scope, and the contract's own requirement holds. What cannot be evaluated denies. */
export function authorizationStep({ inputs }: Walk, contract: CapabilityContract, bindings: Bindings): PlainFinding {
  if (inputs.refused === 'identity_changed') return someoneElse(inputs);
  const { id, grants } = inputs.employee;
  const { scopes, condition, met } = contract.authorization ? requirementOf(contract.authorization) : NO_REQUIREMENT;
  const parts: CheckPart[] = [];
  let isDenied = false;
  for (const { scope, what } of scopes) {
    const isGranted = grants.includes(scope);
    parts.push(isGranted ? passed(what, `granted to ${id}`) : failed(what, `not granted to ${id}`));
    if (!isGranted) isDenied = true;
  }
  if (condition !== undefined) {
    const { holds: isMet, detail } = conditionHolds(condition, bindings);
    parts.push(isMet ? met : failed('authorization', detail));
    if (!isMet) isDenied = true;
  }
  if (parts.length === 0) parts.push(met);
  return { parts, block: isDenied ? { code: 'not_authorized' } : undefined };
}

/** What a contract requires, ready to be looked at call after call. */
interface Requirement {
  readonly scopes: readonly { readonly scope: string; readonly what: PartName }[];
  readonly condition: Condition | undefined;
  /** The part of the condition where it holds, or of a contract that requires nothing. */
  readonly met: CheckPart;
}

const NOTHING_REQUIRED = passed('authorization', 'the contract requires none');
const NO_REQUIREMENT: Requirement = { scopes: [], condition: undefined, met: NOTHING_REQUIRED };

/** What a contract requires never changes. */
const requirementOf = onceFor(
  interned(({ scopes, require }: NonNullable<CapabilityContract['authorization']>): Requirement => {
    const condition = require === undefined ? undefined : conditionOf(require);
    return {
      scopes: scopes.map((scope) => ({ scope, what: `scope ${scope}` })),
      condition,
      met: condition ? passed('authorization', condition.isTrue.detail) : NOTHING_REQUIRED,
    };
  }),
);

/** Who speaks does not change within a conversation: nothing of the one may reach the other. */
function someoneElse({ language }: CallInputs): PlainFinding {
  return {
    parts: [failed('identity', 'the conversation was identified as somebody else')],
    block: { code: 'not_authorized', reason: 'identity_changed', say: engineText('identity_changed', language) },
  };
}
