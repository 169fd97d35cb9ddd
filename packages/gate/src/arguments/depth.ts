import type { JsonValue } from '@rolecall/base';

/** No argument of any tool is nested deeper; beyond it nothing is read, hashed or compared. */
export const DEEPEST = 32;

/** True for a value nested deeper than anything a contract can mean. Does not recurse beyond the limit. */
export function isTooDeep(value: JsonValue, limit: number = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((item) => item !== undefined && isTooDeep(item, limit - 1));
}
