import type { JsonObject } from '@rolecall/base';

/** Plain data as JSON. The types of this room are JSON by construction, which TypeScript cannot see of an interface. */
export function asJson(value: object): JsonObject {
  return value as unknown as JsonObject;
}

/** JSON of this room's own making, read back as what it was written from. */
export function fromJson<T extends object>(value: object): T {
  return value as unknown as T;
}
