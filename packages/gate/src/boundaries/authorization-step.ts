import type { CapabilityContract } from '@rolecall/assets';
import type { CallInputs } from '../call-inputs.ts';
import type { CheckPart } from '../decision.ts';
import { type Bindings, holds } from '../expressions.ts';
import { engineText } from '../texts/engine-texts.ts';
import type { PlainFinding } from './first-four.ts';
import { failed, passed, type Walk } from './walk.ts';

/** The employee's grants cover every scope, and the contract's own requirement holds. What cannot be evaluated denies. */
export function authorizationStep({ inputs }: Walk, contract: CapabilityContract, bindings: Bindings): PlainFinding {
  if (inputs.refused === 'identity_changed') return someoneElse(inputs);
  const { scopes = [], require } = contract.authorization ?? {};
  const parts: CheckPart[] = scopes.map((scope) =>
    inputs.employee.grants.includes(scope)
      ? passed(`scope ${scope}`, `granted to ${inputs.employee.id}`)
      : failed(`scope ${scope}`, `not granted to ${inputs.employee.id}`),
  );
  if (require !== undefined) {
    const { holds: isMet, detail } = holds(require, bindings);
    parts.push(isMet ? passed('authorization', detail) : failed('authorization', detail));
  }
  if (parts.length === 0) parts.push(passed('authorization', 'the contract requires none'));
  const isDenied = parts.some(({ outcome }) => outcome === 'fail');
  return { parts, block: isDenied ? { code: 'not_authorized' } : undefined };
}

/** Who speaks does not change within a conversation: nothing of the one may reach the other. */
function someoneElse({ language }: CallInputs): PlainFinding {
  return {
    parts: [failed('identity', 'the conversation was identified as somebody else')],
    block: { code: 'not_authorized', reason: 'identity_changed', say: engineText('identity_changed', language) },
  };
}
