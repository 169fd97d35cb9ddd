import type { CapabilityContract } from '@rolecall/assets';
import type { JsonObject, JsonValue } from '@rolecall/base';
import { type Bindings, evaluateExpression } from '../expressions.ts';
import type { Classification } from './classify-result.ts';

/** What the contract lets out of a result. */
export interface Projection {
  readonly result: JsonObject;
  readonly facts: JsonObject;
  /** Declared fields that could not be computed, with the reason. */
  readonly omitted: readonly string[];
}

/**
 * The declared fields of a classified result, and nothing else of it. A read that did not succeed lets nothing out: its
 * codes may have said that this is somebody else's.
 */
export function projectResult(
  contract: CapabilityContract,
  { outcome, matched, result }: Classification,
  bindings: Bindings,
): Projection {
  const letsOut = matched !== undefined && (contract.effect === 'write' || outcome === 'succeeded');
  if (!letsOut) return { result: {}, facts: {}, omitted: [] };
  const visible = { ...bindings, result };
  const projected = evaluateEach(contract.result.project, visible, 'project');
  const facts = evaluateEach(contract.result.facts, visible, 'facts');
  return { result: projected.values, facts: facts.values, omitted: [...projected.omitted, ...facts.omitted] };
}

/** The values of those expressions that have one. */
export function evaluateEach(
  expressions: Readonly<Record<string, string>>,
  bindings: Bindings,
  slot: string,
): { readonly values: JsonObject; readonly omitted: readonly string[] } {
  const values: Record<string, JsonValue> = {};
  const omitted: string[] = [];
  for (const [name, source] of Object.entries(expressions)) {
    const value = evaluateExpression(source, bindings);
    if (value.ok) values[name] = value.value;
    else omitted.push(`${slot}.${name}: ${value.message}`);
  }
  return { values, omitted };
}
