import { compileSchema, type SchemaCompilation } from '@rolecall/assets';
import type { JsonObject, JsonValue } from '@rolecall/base';
import { asJson } from '../as-json.ts';
import { quotedDetail } from '../parts/open-sentences.ts';
import type { PartDetail } from '../parts/part-sentences.ts';

/** A value under its schema: with the schema's defaults filled in, and the first thing that is wrong with it. */
export interface CheckedValue {
  readonly value: JsonValue;
  readonly problem: PartDetail | undefined;
}

/** Checks a value; nothing is ever coerced. A schema that cannot be used is met by nothing. */
export function checkValue(schema: object, value: JsonValue): CheckedValue {
  const compiled = compiledOnce(schema);
  if (!compiled.ok) return { value, problem: `its schema cannot be used: ${compiled.message.en}` };
  const { value: filled, problems } = compiled.schema.check(value);
  const [problem] = problems;
  return problem ? { value, problem: quotedDetail(problem.message.en) } : { value: filled, problem: undefined };
}

/** The same for an argument, which is also refused where JSON could not carry it. */
export function checkArgument(schema: object, value: JsonValue): CheckedValue {
  const checked = checkValue(schema, value);
  if (checked.problem !== undefined || !holdsInexact(checked.value)) return checked;
  return { value, problem: 'It is too large to be carried exactly; send it as a text.' };
}

/** JSON has read a whole number beyond 2⁵³ as its neighbour already: what would be done is not what was said. */
function holdsInexact(value: JsonValue): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((each) => each !== undefined && holdsInexact(each));
}

/** A schema of a release never changes. */
const known = new WeakMap<object, SchemaCompilation>();

function compiledOnce(schema: object): SchemaCompilation {
  const present = known.get(schema);
  if (present) return present;
  const compiled = compileSchema(asJson(schema) satisfies JsonObject);
  known.set(schema, compiled);
  return compiled;
}
