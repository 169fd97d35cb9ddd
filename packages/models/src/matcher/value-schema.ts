import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';

/** What kind of value a schema asks for, as far as words can give one. */
export type ValueKind =
  | { readonly kind: 'closed'; readonly values: readonly JsonValue[] }
  | { readonly kind: 'boolean' | 'integer' | 'number' | 'date' | 'moment' | 'text' | 'other' }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'list'; readonly items: JsonObject };

/** Patterns of the formats that people write into messages. */
const FORMATS: Readonly<Record<string, string>> = {
  email: '^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+$',
  uri: '^https?://[^\\s，。；、]+$',
  uuid: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
  time: '^(?:[01]?\\d|2[0-3]):[0-5]\\d$',
};

/** Reads a schema as a kind of value; `labelled` are the values that have words of their own. */
export function valueKind(schema: JsonObject, labelled: readonly string[] = []): ValueKind {
  const type = typeOf(schema);
  if (type === 'array') return { kind: 'list', items: isJsonObject(schema.items) ? schema.items : {} };
  if (Array.isArray(schema.enum)) return { kind: 'closed', values: schema.enum as JsonValue[] };
  if (schema.const !== undefined) return { kind: 'closed', values: [schema.const] };
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'integer' || type === 'number') return { kind: type };
  if (type !== 'string') return { kind: 'other' };
  if (labelled.length > 0) return { kind: 'closed', values: labelled };
  if (typeof schema.pattern === 'string') return { kind: 'pattern', pattern: schema.pattern };
  if (schema.format === 'date') return { kind: 'date' };
  if (schema.format === 'date-time') return { kind: 'moment' };
  const format = typeof schema.format === 'string' ? FORMATS[schema.format] : undefined;
  return format === undefined ? { kind: 'text' } : { kind: 'pattern', pattern: format };
}

/**
 * True when a value is not against the schema. Only the keywords that say something about a single value are read; the
 * gate checks the whole schema.
 */
export function fitsSchema(value: JsonValue, schema: JsonObject): boolean {
  if (Array.isArray(schema.enum) && !schema.enum.includes(value as never)) return false;
  if (schema.const !== undefined && schema.const !== value) return false;
  const type = typeOf(schema);
  if (typeof value === 'string') return (type === 'string' || type === undefined) && fitsText(value, schema);
  if (typeof value === 'number') return fitsNumber(value, schema, type);
  if (typeof value === 'boolean') return type === 'boolean' || type === undefined;
  if (!Array.isArray(value)) return false;
  const items = schema.items;
  const { minItems, maxItems } = schema;
  if (typeof minItems === 'number' && value.length < minItems) return false;
  if (typeof maxItems === 'number' && value.length > maxItems) return false;
  return !isJsonObject(items) || value.every((item) => fitsSchema(item as JsonValue, items));
}

function fitsText(value: string, { pattern, minLength, maxLength }: JsonObject): boolean {
  if (typeof minLength === 'number' && [...value].length < minLength) return false;
  if (typeof maxLength === 'number' && [...value].length > maxLength) return false;
  return typeof pattern !== 'string' || (expressionOf(pattern)?.test(value) ?? false);
}

function fitsNumber(value: number, schema: JsonObject, type: string | undefined): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (type === 'integer' ? !Number.isSafeInteger(value) : type !== 'number' && type !== undefined) return false;
  if (typeof minimum === 'number' && value < minimum) return false;
  if (typeof maximum === 'number' && value > maximum) return false;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false;
  return typeof exclusiveMaximum !== 'number' || value < exclusiveMaximum;
}

/** The pattern compiled, by JSON Schema's rules with Unicode, or undefined when it is no expression. */
export function expressionOf(pattern: string, flags = ''): RegExp | undefined {
  for (const mode of ['u', '']) {
    try {
      return new RegExp(pattern, flags + mode);
    } catch {
      // Some patterns are legal only without Unicode mode (`\-` outside a class).
    }
  }
  return undefined;
}

function typeOf(schema: JsonObject): string | undefined {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (!Array.isArray(type)) return undefined;
  return type.find((name): name is string => typeof name === 'string' && name !== 'null');
}
