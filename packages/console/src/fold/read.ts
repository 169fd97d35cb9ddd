import { isObject, type Json, type JsonObject } from '../api/wire.ts';

/** The text under a key, or undefined when there is none. */
export function textAt(data: JsonObject, key: string): string | undefined {
  const value = data[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The object under a key, or undefined. */
export function objectAt(data: JsonObject, key: string): JsonObject | undefined {
  const value = data[key];
  return isObject(value) ? value : undefined;
}

/** The objects in the list under a key; empty when there is none. */
export function objectsAt(data: JsonObject, key: string): readonly JsonObject[] {
  const value = data[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A value on one line, as short as it can be read. */
export function shortText(value: Json | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim();
  return JSON.stringify(value);
}
