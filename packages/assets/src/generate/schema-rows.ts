import type { z } from 'zod';

type AnySchema = z.core.$ZodType;

/** One key of a kind, as its schema has it. */
export interface SchemaRow {
  /** Joined by dots; `*` stands for a name that the author chooses, `[]` for each item of a list. */
  readonly path: string;
  readonly required: boolean;
  /** What may stand there, in few words. */
  readonly type: string;
  readonly defaultText: string | undefined;
}

/** Every key of a schema, the deeper ones after their own, in the order in which the schema declares them. */
export function schemaRows(schema: AnySchema): readonly SchemaRow[] {
  const rows = new Map<string, SchemaRow>();
  for (const row of rowsBelow(schema, '')) if (!rows.has(row.path)) rows.set(row.path, row);
  return [...rows.values()];
}

/** The part of Zod's definitions that is read here. */
interface Definition {
  readonly type: string;
  readonly innerType?: AnySchema;
  readonly in?: AnySchema;
  readonly options?: readonly AnySchema[];
  readonly shape?: Readonly<Record<string, AnySchema>>;
  readonly element?: AnySchema;
  readonly valueType?: AnySchema;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly defaultValue?: unknown;
}

function definitionOf(schema: AnySchema): Definition {
  return schema._zod.def as unknown as Definition;
}

function* rowsBelow(schema: AnySchema, path: string): Iterable<SchemaRow> {
  const { type, shape, element, valueType, options, innerType, in: input } = definitionOf(schema);
  const inner = innerType ?? (type === 'pipe' ? input : undefined);
  if (inner) yield* rowsBelow(inner, path);
  for (const option of options ?? []) if (!isText(option)) yield* rowsBelow(option, path);
  if (element) yield* rowsBelow(element, `${path}[]`);
  if (type === 'record' && valueType) yield* rowsBelow(valueType, path === '' ? '*' : `${path}.*`);
  // The languages of a text are described once, not at every text.
  if (!shape || isLanguages(shape)) return;
  for (const [key, field] of Object.entries(shape)) {
    const at = path === '' ? key : `${path}.${key}`;
    yield { path: at, ...describeField(field) };
    yield* rowsBelow(field, at);
  }
}

function isText(schema: AnySchema): boolean {
  return definitionOf(schema).type === 'string';
}

function isLanguages(shape: Readonly<Record<string, AnySchema>>): boolean {
  return Object.keys(shape).every((key) => key === 'zh' || key === 'en');
}

function describeField(field: AnySchema): Omit<SchemaRow, 'path'> {
  const { type, innerType, defaultValue } = definitionOf(field);
  if (type === 'optional' && innerType) return { ...describeField(innerType), required: false };
  if (type === 'default' && innerType) {
    return { required: false, type: typeText(innerType), defaultText: JSON.stringify(defaultValue) };
  }
  return { required: true, type: typeText(field), defaultText: undefined };
}

function typeText(schema: AnySchema): string {
  const { type, innerType, in: input, options, element, valueType, values, entries, shape } = definitionOf(schema);
  switch (type) {
    case 'optional':
    case 'default':
      return innerType ? typeText(innerType) : 'value';
    case 'pipe':
      return input ? typeText(input) : 'value';
    case 'literal':
      return (values ?? []).map((value) => `\`${String(value)}\``).join(' ');
    case 'enum':
      return Object.values(entries ?? {})
        .map((value) => `\`${value}\``)
        .join(' ');
    case 'union':
      return [...new Set((options ?? []).map(typeText))].join(' · ');
    case 'array':
      return `list of ${element ? typeText(element) : 'value'}`;
    case 'record':
      return `name → ${valueType ? typeText(valueType) : 'value'}`;
    case 'object':
      return shape && isLanguages(shape) ? '{ zh, en }' : 'mapping';
    case 'string':
      return 'text';
    case 'boolean':
      return 'true · false';
    case 'number':
      return 'number';
    default:
      return 'value';
  }
}
