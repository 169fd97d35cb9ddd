import { compileSchema } from '@rolecall/assets';
import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';

/** What of a JSON Schema says something about values; the rest describes, or belongs to whoever wrote it. */
const KEPT: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
  'items',
  'properties',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
]);

const DEEPEST = 12;

/** A schema of a tool as an asset may hold it: references filled in, words left out. What does not compile is not kept. */
export function draftSchema(schema: JsonValue | undefined, root: JsonObject): JsonObject {
  const cleaned = clean(schema, root, 0);
  return compileSchema(cleaned).ok ? cleaned : {};
}

function clean(schema: JsonValue | undefined, root: JsonObject, depth: number): JsonObject {
  if (!isJsonObject(schema) || depth > DEEPEST) return {};
  if (typeof schema.$ref === 'string') return clean(referred(schema.$ref, root), root, depth + 1);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => KEPT.has(keyword))
      .map(([keyword, value]) => [keyword, cleanKeyword(keyword, value, root, depth)]),
  );
}

function cleanKeyword(keyword: string, value: JsonValue | undefined, root: JsonObject, depth: number) {
  if (keyword === 'properties' && isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, clean(part, root, depth + 1)]));
  }
  if (keyword === 'items' || (keyword === 'additionalProperties' && isJsonObject(value))) {
    return clean(value, root, depth + 1);
  }
  const isList = ['anyOf', 'oneOf', 'allOf'].includes(keyword) && Array.isArray(value);
  return isList ? value.map((part: JsonValue) => clean(part, root, depth + 1)) : value;
}

/** Only inside the same schema; nothing is fetched. */
function referred(reference: string, root: JsonObject): JsonValue | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let value: JsonValue | undefined = root;
  for (const step of reference.slice(2).split('/')) {
    value = isJsonObject(value) ? value[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  return value;
}
