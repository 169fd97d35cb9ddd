import { type CapabilityContract, labelsOf, type Release } from '@rolecall/assets';
import type { CheckPart } from '../decision.ts';
import { type Bindings, holdsUnlessFalse, renderText } from '../expressions.ts';
import { onceFor } from '../once-for.ts';
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
  parts: CheckPart[],
): Block | undefined {
  if (contract.effect === 'read' || (entry?.binding && 'platform' in entry.binding)) return undefined;
  for (const { id, when, say } of refusalsOf(release.policies)) {
    const { holds, detail } = holdsUnlessFalse(when, bindings);
    if (!holds) {
      parts.push(passed(`policy ${id}`, detail));
      continue;
    }
    parts.push(failed(`policy ${id}`, detail));
    const rendered = renderText(say, bindings, inputs.language, labelsOf(contract));
    const text = rendered.ok && rendered.text.trim() !== '' ? rendered.text : undefined;
    return { code: 'guard_failed', reason: id, say: text };
  }
  return undefined;
}

/** Those that look at facts alone; the policies of a release never change. */
const refusalsOf = onceFor((policies: Release['policies']) =>
  policies
    .flatMap(({ must_refuse }) => must_refuse)
    .flatMap(({ id, pattern, when, say }) => (pattern !== undefined || when === undefined ? [] : [{ id, when, say }])),
);
