/** A value that JSON can carry. Everything that is recorded, hashed or sent between rooms is one. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object; keys whose value is `undefined` are treated as absent. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** True for a plain JSON object: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
