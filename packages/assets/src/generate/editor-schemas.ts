import { z } from 'zod';
import { ASSET_SCHEMAS } from '../schema/asset.ts';
import { evalCases } from '../schema/eval-cases.ts';
import { keyText, kindText } from './key-texts.ts';

type JsonSchema = Record<string, unknown>;

/** The JSON Schemas that editors use, by file name. Emitted from the Zod schemas, so that they cannot say anything else. */
export function editorSchemas(): ReadonlyMap<string, JsonSchema> {
  const kinds = Object.entries(ASSET_SCHEMAS).map(
    ([kind, schema]) => [kind, schemaOf(kind, schema)] as readonly [string, JsonSchema],
  );
  return new Map<string, JsonSchema>([
    ...kinds.map(([kind, schema]) => [`${kind}.schema.json`, headed(kind, schema)] as const),
    ['asset.schema.json', anyAsset(kinds)],
    ['eval_cases.schema.json', headed('eval_cases', schemaOf('eval_cases', evalCases))],
  ]);
}

function headed(kind: string, schema: JsonSchema): JsonSchema {
  return { $schema: DIALECT, title: kind, description: kindText(kind)?.en, ...schema };
}

/** The dialect that editors' language servers understand in full. */
const DIALECT = 'http://json-schema.org/draft-07/schema#';

/** A file may hold several kinds; each document is held against the schema of its own, so that an editor names one mistake. */
function anyAsset(kinds: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  return {
    $schema: DIALECT,
    title: 'asset',
    type: 'object',
    required: ['kind'],
    properties: { kind: { enum: kinds.map(([kind]) => kind), description: keyText('', 'kind')?.en } },
    allOf: kinds.map(([kind, schema]) =>
      Object.fromEntries([
        ['if', { properties: { kind: { const: kind } }, required: ['kind'] }],
        ['then', schema],
      ]),
    ),
  };
}

function schemaOf(kind: string, schema: z.ZodType): JsonSchema {
  const { $schema: _, ...emitted } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema, path }) {
      const text = keyText(kind, keyPath(path));
      if (text && path.length > 0) jsonSchema.description ??= `${text.en} / ${text.zh}`;
    },
  });
  return emitted as JsonSchema;
}

/** A place in a JSON Schema as the path of a key: `properties`, `anyOf` and their like are no part of it. */
function keyPath(path: readonly (string | number)[]): string {
  const steps: string[] = [];
  for (let at = 0; at < path.length; at++) {
    const step = String(path[at]);
    if (step === 'properties') steps.push(String(path[++at]));
    else if (step === 'additionalProperties') steps.push('*');
    else if (step === 'items' && steps.length > 0) steps[steps.length - 1] += '[]';
    else if (step === 'anyOf' || step === 'oneOf' || step === 'allOf') at += 1;
  }
  return steps.join('.');
}
