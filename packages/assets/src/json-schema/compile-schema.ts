import { type Bilingual, canonicalJson, didYouMean, type JsonObject, type JsonValue } from '@rolecall/base';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { compilePattern } from '../expression/linear-pattern.ts';
import { type DocumentPath, describePath } from '../loading/document-path.ts';
import { FORMATS } from './formats.ts';
import { schemaProblem } from './schema-sentences.ts';
import { UnusablePattern, whyNoSchema, whyNotValid } from './schema-words.ts';

/** What is wrong with a value under a schema. */
export interface SchemaProblem {
  readonly path: DocumentPath;
  readonly message: Bilingual;
  readonly fix?: Bilingual | undefined;
}

/** A JSON Schema (2020-12) ready to check values. */
export interface CompiledSchema {
  /** The value with the schema's defaults filled in, and what is wrong with it. Does not change what it is given. */
  check(value: JsonValue): { readonly value: JsonValue; readonly problems: readonly SchemaProblem[] };
}

export type SchemaCompilation =
  | { readonly ok: true; readonly schema: CompiledSchema }
  | { readonly ok: false; readonly message: Bilingual };

const MOST_CACHED = 5_000;
const compiled = new Map<string, SchemaCompilation>();

/**
 * Compiles a JSON Schema, once for each content. Never throws.
 *
 * Unknown keywords and formats do not compile, patterns are tested in linear time, and nothing is fetched: a reference
 * reaches only inside the same schema.
 */
export function compileSchema(schema: JsonObject): SchemaCompilation {
  const key = canonicalJson(schema);
  const known = compiled.get(key);
  if (known) return known;
  const result = compile(JSON.parse(key) as JsonObject);
  if (compiled.size >= MOST_CACHED) compiled.clear();
  compiled.set(key, result);
  return result;
}

const ajv = new Ajv2020({
  allErrors: true,
  useDefaults: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  addUsedSchema: false,
  logger: false,
  formats: FORMATS,
  // Most schemas are compiled to see whether they can be; making their code faster takes longer than running it.
  code: { optimize: false, regExp: Object.assign(linearRegExp, { code: 'linearRegExp' }) },
});

/** Ajv keeps patterns apart by their text form, so it must name the source. */
function linearRegExp(source: string): { test(text: string): boolean; toString(): string } {
  const result = compilePattern(source);
  if (!result.ok) throw new UnusablePattern(source);
  const { pattern } = result;
  return { test: (text) => pattern.test(text), toString: () => `/${source}/` };
}

function compile(schema: JsonObject): SchemaCompilation {
  // What a value is when there is none, whoever holds the schema says; there is nothing here to fill it into.
  const { default: _, ...constraints } = schema;
  try {
    const validate: ValidateFunction = ajv.compile(constraints);
    return { ok: true, schema: { check: (value) => check(validate, value) } };
  } catch (error) {
    return { ok: false, message: whyNoSchema(error) };
  } finally {
    // The library keeps what it compiled; the copy above is the one that counts.
    ajv.removeSchema(constraints);
  }
}

function check(
  validate: ValidateFunction,
  value: JsonValue,
): { readonly value: JsonValue; readonly problems: readonly SchemaProblem[] } {
  // Only lists and objects have members to fill in.
  const copy = typeof value === 'object' && value !== null ? (structuredClone(value) as JsonValue) : value;
  return { value: copy, problems: validate(copy) ? NONE : (validate.errors ?? []).map(problemOf) };
}

const NONE: readonly SchemaProblem[] = [];

function problemOf(error: ErrorObject): SchemaProblem {
  const path = error.instancePath.split('/').slice(1).map(stepOf);
  const name = describePath(path);
  const place: Bilingual = path.length === 0 ? { en: 'It', zh: '它' } : { en: `"${name}"`, zh: `“${name}”` };
  switch (error.keyword) {
    case 'required':
      return { path, message: schemaProblem('lacks', place, { key: String(error.params.missingProperty) }) };
    case 'additionalProperties': {
      const key = String(error.params.additionalProperty);
      const known = Object.keys((error.parentSchema as JsonObject | undefined)?.properties ?? {});
      return {
        path: [...path, key],
        message: schemaProblem('has_no', place, { key }),
        fix: didYouMean(key, known),
      };
    }
    case 'enum': {
      const values = error.params.allowedValues as unknown[];
      const listed = { en: values.join(', '), zh: values.join('、') };
      return { path, message: schemaProblem('none_of', place, { values: listed }) };
    }
    default:
      return { path, message: schemaProblem('other', place, { why: whyNotValid(error) }) };
  }
}

function stepOf(step: string): string | number {
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
  return /^\d{1,9}$/.test(name) ? Number(name) : name;
}
