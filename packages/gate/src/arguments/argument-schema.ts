import { compileSchema, type SchemaCompilation } from '@rolecall/assets';
import type { JsonObject, JsonValue } from '@rolecall/base';
import { asJson } from '../as-json.ts';
import { onceFor } from '../once-for.ts';
import { quotedDetail } from '../parts/open-sentences.ts';
import type { PartDetail } from '../parts/part-sentences.ts';

/** A value under its schema: with the schema's defaults filled in, and the first thing that is wrong with it. */
export interface CheckedValue {
  readonly value: JsonValue;
  readonly problem: PartDetail | undefined;
}

/** Checks a value; nothing is ever coerced. A schema that cannot be used is met by nothing. */
export function checkValue(schema: object, value: JsonValue): CheckedValue {
  return checkBy(compiledOnce(schema), value);
}

function checkBy(compiled: SchemaCompilation, value: JsonValue): CheckedValue {
  if (!compiled.ok) return { value, problem: `its schema cannot be used: ${compiled.message.en}` };
  const { value: filled, problems } = compiled.schema.check(value);
  const [problem] = problems;
  return problem ? { value, problem: quotedDetail(problem.message.en) } : { value: filled, problem: undefined };
}

/** The same for an argument, which is also refused where JSON could not carry it. */
export function checkArgument(schema: object, value: JsonValue): CheckedValue {
  return checkArgumentBy(compiledOnce(schema), value);
}

/** What checks the values of one argument; its schema is compiled for the first of them. */
export function argumentCheck(schema: object): (value: JsonValue) => CheckedValue {
  let compiled: SchemaCompilation | undefined;
  return (value) => {
    compiled ??= compiledOnce(schema);
    return checkArgumentBy(compiled, value);
  };
}

function checkArgumentBy(compiled: SchemaCompilation, value: JsonValue): CheckedValue {
  const checked = checkBy(compiled, value);
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
const compiledOnce = onceFor((schema: object): SchemaCompilation => compileSchema(asJson(schema) satisfies JsonObject));
