import type { z } from 'zod';
import type { DocumentPath } from './document-path.ts';

type AnySchema = z.core.$ZodType;

/** The keys that a schema knows at a path, for "did you mean"; none where every key is allowed. */
export function keysAt(schema: AnySchema, path: DocumentPath): readonly string[] {
  return [...new Set(schemasAt(schema, path).flatMap(ownKeys))];
}

function schemasAt(schema: AnySchema, path: DocumentPath): readonly AnySchema[] {
  let here = unwrapped(schema);
  for (const step of path) here = here.flatMap((each) => below(each, step)).flatMap(unwrapped);
  return here;
}

/** What stands inside optional, default, pipe and union. */
function unwrapped(schema: AnySchema): readonly AnySchema[] {
  const definition = schema._zod.def as unknown as Definition;
  switch (definition.type) {
    case 'optional':
    case 'default':
    case 'nullable':
      return definition.innerType ? unwrapped(definition.innerType) : [];
    case 'pipe':
      return definition.in ? unwrapped(definition.in) : [];
    case 'union':
      return (definition.options ?? []).flatMap(unwrapped);
    default:
      return [schema];
  }
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
}

function below(schema: AnySchema, step: string | number): readonly AnySchema[] {
  const { type, shape, element, valueType } = schema._zod.def as unknown as Definition;
  if (type === 'object' && shape && typeof step === 'string') {
    const field = Object.hasOwn(shape, step) ? shape[step] : undefined;
    return field ? [field] : [];
  }
  if (type === 'array' && element) return [element];
  return type === 'record' && valueType ? [valueType] : [];
}

function ownKeys(schema: AnySchema): readonly string[] {
  const { type, shape } = schema._zod.def as unknown as Definition;
  return type === 'object' && shape ? Object.keys(shape) : [];
}
