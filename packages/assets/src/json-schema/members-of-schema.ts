import { isJsonObject } from '@rolecall/base';

/** Each member that a JSON Schema names in its objects, at whatever depth, with the values that it lists for it. */
export function membersOfSchema(schema: unknown): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, readonly string[]>();
  collect(schema, members);
  return members;
}

const HOLDERS = ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'] as const;

function collect(schema: unknown, into: Map<string, readonly string[]>): void {
  if (Array.isArray(schema)) for (const each of schema) collect(each, into);
  if (!isJsonObject(schema)) return;
  for (const [name, member] of Object.entries(isJsonObject(schema.properties) ? schema.properties : {})) {
    const listed = isJsonObject(member) && Array.isArray(member.enum) ? member.enum.map(String) : [];
    into.set(name, [...(into.get(name) ?? []), ...listed]);
    collect(member, into);
  }
  for (const key of HOLDERS) collect(schema[key], into);
  if (isJsonObject(schema.$defs)) collect(Object.values(schema.$defs), into);
}
