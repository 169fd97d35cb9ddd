import { isJsonObject } from '@rolecall/base';
import {
  ANY,
  BOOL,
  type FieldType,
  INT,
  listOf,
  NOTHING,
  NULL,
  NUMBER,
  OPEN_OBJECT,
  TEXT,
  TIMESTAMP,
  unionOf,
  type ValueType,
} from './value-type.ts';

const DEEPEST_REFERENCE = 12;

/**
 * The type that a JSON Schema (2020-12) gives to a value.
 *
 * `integer` is an integer, a text with `format: date-time` a time. An object that declares `properties` has no others
 * unless `additionalProperties` says so: an asset may only use what its schema names. What the schema leaves open, and
 * what this reading does not understand, is `any`.
 */
export function typeOfSchema(schema: unknown): ValueType {
  return read(schema, schema, 0);
}

function read(schema: unknown, root: unknown, depth: number): ValueType {
  if (schema === false) return NOTHING;
  if (!isJsonObject(schema) || depth > DEEPEST_REFERENCE) return ANY;
  if (typeof schema.$ref === 'string') return read(target(schema.$ref, root), root, depth + 1);
  if (schema.const !== undefined) return typeOfValue(schema.const);
  if (Array.isArray(schema.enum)) return typeOfEnum(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return unionOf(choices.map((choice) => read(choice, root, depth + 1)));
  if (Array.isArray(schema.allOf)) return readAll(schema, schema.allOf, root, depth);
  if (Array.isArray(schema.type)) {
    return unionOf(schema.type.map((type) => readTyped(String(type), schema, root, depth)));
  }
  return readTyped(typeof schema.type === 'string' ? schema.type : impliedType(schema), schema, root, depth);
}

function impliedType(schema: Record<string, unknown>): string {
  if (isJsonObject(schema.properties)) return 'object';
  return schema.items === undefined ? 'unknown' : 'array';
}

function readTyped(type: string, schema: Record<string, unknown>, root: unknown, depth: number): ValueType {
  switch (type) {
    case 'string':
      return schema.format === 'date-time' ? TIMESTAMP : TEXT;
    case 'integer':
      return INT;
    case 'number':
      return NUMBER;
    case 'boolean':
      return BOOL;
    case 'null':
      return NULL;
    case 'array':
      return listOf(readItems(schema, root, depth));
    case 'object':
      return readObject(schema, root, depth);
    default:
      return ANY;
  }
}

function readItems(schema: Record<string, unknown>, root: unknown, depth: number): ValueType {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  if (first.length === 0) return schema.items === undefined ? ANY : read(schema.items, root, depth + 1);
  return unionOf([...first, schema.items ?? true].map((item) => read(item, root, depth + 1)));
}

function readObject(schema: Record<string, unknown>, root: unknown, depth: number): ValueType {
  const rest = schema.patternProperties ? ANY : readRest(schema, root, depth);
  if (!isJsonObject(schema.properties))
    return rest === undefined ? OPEN_OBJECT : { kind: 'object', fields: new Map(), rest };
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const fields = new Map<string, FieldType>();
  for (const [name, property] of Object.entries(schema.properties)) {
    fields.set(name, { type: read(property, root, depth + 1), optional: !required.has(name) });
  }
  return { kind: 'object', fields, rest };
}

function readRest(schema: Record<string, unknown>, root: unknown, depth: number): ValueType | undefined {
  const additional = schema.additionalProperties;
  if (additional === undefined || additional === false) return undefined;
  return additional === true ? ANY : read(additional, root, depth + 1);
}

/** Objects of an `allOf` add up; of anything else the first part that says something counts. */
function readAll(schema: Record<string, unknown>, parts: readonly unknown[], root: unknown, depth: number): ValueType {
  const { allOf: _, ...own } = schema;
  const types = [own, ...parts].map((part) => read(part, root, depth + 1)).filter((type) => type.kind !== 'any');
  const objects = types.filter((type) => type.kind === 'object');
  if (objects.length < types.length || objects.length === 0) return types[0] ?? ANY;
  const fields = new Map(objects.flatMap((type) => [...type.fields]));
  return { kind: 'object', fields, rest: objects.every((type) => type.rest) ? ANY : undefined };
}

function typeOfEnum(values: readonly unknown[]): ValueType {
  const texts = values.filter((value) => typeof value === 'string');
  const others = values.filter((value) => typeof value !== 'string').map(typeOfValue);
  return unionOf(texts.length > 0 ? [{ kind: 'text', values: texts }, ...others] : others);
}

function typeOfValue(value: unknown): ValueType {
  if (value === null) return NULL;
  if (typeof value === 'string') return { kind: 'text', values: [value] };
  if (typeof value === 'boolean') return BOOL;
  if (typeof value === 'number') return Number.isInteger(value) ? INT : NUMBER;
  return Array.isArray(value) ? listOf(ANY) : OPEN_OBJECT;
}

/** A reference inside the same document; another one's content is not known here. */
function target(reference: string, root: unknown): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return true;
  let place: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = decodeStep(step);
    if (!isJsonObject(place) || !Object.hasOwn(place, key)) return true;
    place = place[key];
  }
  return place;
}

function decodeStep(step: string): string {
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
