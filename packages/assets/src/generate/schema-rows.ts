import type { z } from 'zod';

type AnySchema = z.core.$ZodType;

/** One key of a kind, as its schema has it. */
export interface SchemaRow {
  /** Joined by dots; `*` stands for a name that the author chooses, `[]` for each item of a list. */
  readonly path: string;
  /** `form`: in one of the forms that the mapping around it may take. */
  readonly required: boolean | 'form';
  /** What may stand there, in few words. */
  readonly type: string;
  readonly defaultText: string | undefined;
}

/** Every key of a schema, the deeper ones after their own, in the order in which the schema declares them. */
export function schemaRows(schema: AnySchema): readonly SchemaRow[] {
  return [...rowsBelow(schema, '')];
}

/** The keys of a mapping that takes several forms: what any form has, and needed for certain only where every form needs it. */
function mergedRows(forms: readonly (readonly SchemaRow[])[]): readonly SchemaRow[] {
  const merged = new Map<string, SchemaRow>();
  for (const row of forms.flat()) {
    const before = merged.get(row.path);
    merged.set(row.path, before ? joinedRow(before, row) : row);
  }
  const isInAll = (path: string) => forms.every((rows) => rows.some((row) => row.path === path));
  return [...merged.values()].map((row) =>
    row.required === true && !isInAll(row.path) ? { ...row, required: 'form' } : row,
  );
}

function joinedRow(one: SchemaRow, other: SchemaRow): SchemaRow {
  const required = one.required === other.required ? one.required : 'form';
  const types = new Set([...one.type.split(' · '), ...other.type.split(' · ')]);
  return { ...one, required, type: [...types].join(' · '), defaultText: one.defaultText ?? other.defaultText };
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
  const forms = (options ?? []).map((option) => [...rowsBelow(option, path)]).filter(({ length }) => length > 0);
  yield* mergedRows(forms);
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
