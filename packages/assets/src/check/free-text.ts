import { type Finding, isJsonObject, type JsonValue } from '@rolecall/base';
import { usedPaths } from '../expression/used-paths.ts';
import { warningAt } from '../finding-at.ts';
import { latest } from '../linking/resolve-reference.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/** The one name under which a model gets free text fenced, and in which nothing is ever found. */
const UNTRUSTED_TEXT = 'untrusted_text';

/** What people and systems write into in their own words. */
const FREE_TEXT =
  /^(?:remarks?|comments?|notes?|memo|descriptions?|messages?|bod(?:y|ies)|contents?|(?:free_?)?text|reviews?|feedback|subject|snippet|summary)$/i;

/**
 * Free text of a tool's result is told as `untrusted_text` and under no other name: elsewhere a model takes it for a value,
 * and a later call may be made with what stands in it. Source: design, section 6, "Origin of arguments".
 */
export const freeText: CheckRule = (context) =>
  assetsOf(context.loaded, 'capability_contract').flatMap((contract) => checkContract(context, contract));

function checkContract({ loaded }: CheckContext, contract: LoadedAsset<'capability_contract'>): readonly Finding[] {
  const { result } = contract.asset;
  const record = result.schema === undefined ? undefined : latest(loaded, 'record_schema', result.schema);
  if (contract.isSystem || !record) return [];
  const free = new Set(freeTextsIn(record.asset.schema as JsonValue));
  return Object.entries(result.project).flatMap(([name, source]) => {
    const field = name === UNTRUSTED_TEXT ? undefined : [...namesIn(source)].find((each) => free.has(each));
    if (field === undefined) return [];
    const message = {
      en: `"${name}" tells "${field}" of the result, which anybody may have written, as if it were a value.`,
      zh: `“${name}”把结果里的“${field}”当作确定的值投影出去，而它的内容可能是任何人写的。`,
    };
    const fix = {
      en: 'Call it untrusted_text, or give the field an enum, a pattern or a format.',
      zh: '把它叫作 untrusted_text，或给这个字段加上 enum、pattern 或 format。',
    };
    return [warningAt(contract, ['result', 'project', name], 'free_text_as_value', message, fix)];
  });
}

/** Texts of a schema that nothing holds to a form, by a name that says so. */
function* freeTextsIn(schema: JsonValue): Iterable<string> {
  if (Array.isArray(schema)) for (const each of schema) yield* freeTextsIn(each);
  if (!isJsonObject(schema)) return;
  const { properties } = schema;
  if (isJsonObject(properties))
    for (const [name, field] of Object.entries(properties)) if (isFreeText(name, field)) yield name;
  for (const inner of Object.values(schema)) if (inner !== undefined) yield* freeTextsIn(inner);
}

/** True for a field that people write into in their own words: a text that nothing holds to a form, by a name that says so. */
export function isFreeText(name: string, field: JsonValue | undefined): boolean {
  if (!FREE_TEXT.test(name) || !isJsonObject(field)) return false;
  return field.type === 'string' && !['enum', 'const', 'pattern', 'format'].some((key) => Object.hasOwn(field, key));
}

/** The keys that an expression reads, also of the items of a list; what it only asks for with `has` or measures counts too. */
function* namesIn(source: string): Iterable<string> {
  for (const path of usedPaths(source)) for (const step of path.split('.').slice(1)) yield step;
  for (const [, name = ''] of source.replaceAll(/'[^']*'|"[^"]*"/g, "''").matchAll(/\.([A-Za-z_]\w*)\b(?!\s*\()/g))
    yield name;
}
