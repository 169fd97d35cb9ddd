import { isJsonObject, type JsonValue } from '@rolecall/base';

/**
 * The value with everything replaced that no store can keep: halves of a character that stand alone, and the zero
 * character. Both can be written in JSON, and databases refuse them.
 */
export function wellFormed<Value extends JsonValue>(value: Value): Value;
export function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wellFormedText(value);
  if (Array.isArray(value)) return value.map((item) => wellFormed(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wellFormedText(key), item === undefined ? item : wellFormed(item)]),
  );
}

function wellFormedText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
