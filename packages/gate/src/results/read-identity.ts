import type { CapabilityContract } from '@rolecall/assets';
import type { PreparedArguments } from '../decision.ts';
import { type Bindings, evaluateExpression, holds } from '../expressions.ts';
import type { Identity } from '../identity.ts';
import type { Classification } from './classify-result.ts';

/** Whom a read identifies; or why it declares to and does not. */
export interface ReadIdentity {
  readonly found?: Pick<Identity, 'external_id' | 'level'> | undefined;
  readonly problem?: string | undefined;
}

/** Origins that prove an argument. Free text that is no target proves nothing about a person. */
const PROVING: ReadonlySet<string> = new Set([
  'customer',
  'choice_of',
  'enum',
  'derived',
  'system',
  'fact',
  'confirmed',
]);
const LONGEST = 200;

/**
 * What a read says of who the contact is: only one that succeeded, whose arguments are all proven and whose `when` holds.
 * What cannot be evaluated identifies nobody.
 */
export function readIdentity(
  { identifies }: Pick<CapabilityContract, 'identifies'>,
  { outcome, result }: Classification,
  prepared: PreparedArguments,
  bindings: Bindings,
): ReadIdentity {
  if (!identifies || outcome !== 'succeeded') return {};
  const unproven = prepared.origins.find(({ from }) => !PROVING.has(from));
  if (unproven) return { problem: `identifies: the argument ${unproven.argument} is not proven` };
  const visible = { ...bindings, result };
  if (identifies.when !== undefined) {
    const { holds: isMet, detail } = holds(identifies.when, visible);
    if (!isMet) return { problem: `identifies: ${detail}` };
  }
  const id = evaluateExpression(identifies.external_id, visible);
  if (!id.ok) return { problem: `identifies: ${identifies.external_id} cannot be evaluated: ${id.message}` };
  if (typeof id.value !== 'string' || id.value.trim() === '' || id.value.length > LONGEST) {
    return { problem: `identifies: ${identifies.external_id} gives no id` };
  }
  return { found: { external_id: id.value, level: identifies.level } };
}
