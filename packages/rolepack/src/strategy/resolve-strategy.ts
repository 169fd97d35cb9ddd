import { createReporter } from '../report/reporter.ts';
import { type ResolvedStrategy, STRATEGY_KEYS, type StrategyKey } from '../standard/strategy-keys.ts';
import { readStrategy } from './read-strategy.ts';

/**
 * A strategy with every key in place: the pack's legal values, else the table's defaults.
 *
 * Total: never throws, whatever it is given; what is not legal is as if it were absent. A key whose condition does not
 * hold has its default, so that consumers need not know the condition.
 */
export function resolveStrategy(strategy: unknown): ResolvedStrategy {
  const read = readStrategy(strategy, createReporter()) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const resolved: Record<string, Record<string, unknown>> = {};
  for (const [stage, keys] of Object.entries(STRATEGY_KEYS)) {
    const values: Record<string, unknown> = {};
    for (const [key, definition] of Object.entries(keys) as [string, StrategyKey][]) {
      const { condition } = definition;
      const holds = !condition || read[condition.stage]?.[condition.key] === condition.value;
      const value = holds ? read[stage]?.[key] : undefined;
      values[key] = value ?? (Array.isArray(definition.default) ? [...definition.default] : definition.default);
    }
    resolved[stage] = values;
  }
  return resolved as ResolvedStrategy;
}
