import type { JsonObject, JsonValue } from '@rolecall/base';

/** No argument and no result of any tool is nested deeper; beyond it nothing is read, hashed or recorded. */
export const DEEPEST = 32;

/** True for a value nested deeper than anything a contract can mean. Does not recurse beyond the limit. */
export function isTooDeep(value: JsonValue, limit: number = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  for (const item of Object.values(value)) {
    if (typeof item === 'object' && isTooDeep(item, limit - 1)) return true;
  }
  return false;
}

/**
 * Arguments as they can be recorded: what lies deeper than the limit is left out as an empty object, which is still too
 * deep, so that the decision over them is the same.
 */
export function recordable(args: JsonObject): JsonObject {
  return isTooDeep(args) ? (pruned(args, DEEPEST) as JsonObject) : args;
}

function pruned(value: JsonValue, limit: number): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (limit === 0) return {};
  if (Array.isArray(value)) return value.map((item: JsonValue) => pruned(item, limit - 1));
  const entries = Object.entries(value as JsonObject);
  return Object.fromEntries(
    entries.flatMap(([key, item]) => (item === undefined ? [] : [[key, pruned(item, limit - 1)]])),
  );
}
