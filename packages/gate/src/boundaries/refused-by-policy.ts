import { type CapabilityContract, labelsOf } from '@rolecall/assets';
import type { CheckPart } from '../decision.ts';
import { type Bindings, holdsUnlessFalse, renderText } from '../expressions.ts';
import { type Block, failed, passed, type Walk } from './walk.ts';

/**
 * What the business must refuse in a state of the facts, whatever the customer's words (`must_refuse` with `when` alone):
 * no write to a system runs while it holds. A forbidding condition that cannot be evaluated
 * holds. What the house does itself (hand-over, follow-up) stays open: it is the way out.
 * Source: capability boundaries, section 八; design, section 6, "Polarity".
 */
export function refusedByPolicy(
  { release, inputs, entry }: Pick<Walk, 'release' | 'inputs' | 'entry'>,
  contract: CapabilityContract,
  bindings: Bindings,
): { readonly parts: readonly CheckPart[]; readonly block?: Block | undefined } {
  if (contract.effect === 'read' || (entry?.binding && 'platform' in entry.binding)) return { parts: [] };
  const parts: CheckPart[] = [];
  for (const { id, pattern, when, say } of release.policies.flatMap(({ must_refuse }) => must_refuse)) {
    if (pattern !== undefined || when === undefined) continue;
    const { holds, detail } = holdsUnlessFalse(when, bindings);
    if (!holds) {
      parts.push(passed(`policy ${id}`, detail));
      continue;
    }
    const rendered = renderText(say, bindings, inputs.language, labelsOf(contract));
    const text = rendered.ok && rendered.text.trim() !== '' ? rendered.text : undefined;
    return {
      parts: [...parts, failed(`policy ${id}`, detail)],
      block: { code: 'guard_failed', reason: id, say: text },
    };
  }
  return { parts };
}
