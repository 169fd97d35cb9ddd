import type { JsonObject } from '@rolecall/base';

/** The operations of a pressed button, in their order: of its own notice, or of all in a list. */
export function pressedOperations({ operation, operations }: JsonObject): readonly string[] {
  const all = Array.isArray(operations) ? operations.filter((each) => typeof each === 'string') : [];
  return all.length > 0 ? [...new Set(all)] : [String(operation ?? '')];
}
