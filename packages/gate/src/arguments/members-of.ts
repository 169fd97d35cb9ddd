import type { JsonValue } from '@rolecall/base';

/** Every single value inside a result, however deep. */
export function membersOf(value: JsonValue): readonly JsonValue[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap((item) => (item === undefined ? [] : membersOf(item)));
}
