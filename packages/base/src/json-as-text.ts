import { canonicalJson } from './canonical-json.ts';
import type { JsonValue } from './json.ts';

/**
 * A value as text: a text as it is, a number or truth value as it is written, all else as canonical JSON. `String` would ask
 * an object for its own `toString`, and whoever sends the object may have put anything there.
 */
export function jsonAsText(value: JsonValue): string {
  return typeof value === 'object' ? canonicalJson(value) : String(value);
}
