import type { Bilingual } from '@rolecall/base';
import { LIMITS, SCHEMA_ID } from '../standard/limits.ts';
import { MANIFEST_FIELDS, type ManifestField } from '../standard/manifest-fields.ts';
import { ALIAS_KEYS, RETIRED_KEYS } from '../standard/retired-keys.ts';
import type { ValueShape } from '../standard/shape.ts';
import { STANDARD_CAPABILITIES } from '../standard/standard-capabilities.ts';
import { STRATEGY_KEYS, type StrategyKey } from '../standard/strategy-keys.ts';

/** `strict` is what authors should write; `lenient` is what a loader does not refuse. */
export type SchemaForm = 'strict' | 'lenient';

type Schema = Readonly<Record<string, unknown>>;

const CAPABILITY_PATTERN = '^[a-z]+:[a-zA-Z0-9._-]+$';
const VERSION_PATTERN = '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$';
const REVERSE_DOMAIN = '^[a-z]{2,24}(\\.[A-Za-z0-9][A-Za-z0-9-]*)+$';

/** The address of each form; the strict one is the standard's own. */
export const SCHEMA_IDS: Readonly<Record<SchemaForm, string>> = {
  strict: SCHEMA_ID,
  lenient: SCHEMA_ID.replace('role-pack.schema.json', 'role-pack.lenient.schema.json'),
};

/** The JSON Schema of `manifest.json`, written from the table. */
export function manifestSchema(form: SchemaForm): Schema {
  const isStrict = form === 'strict';
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: SCHEMA_IDS[form],
    title: isStrict ? 'Role pack manifest' : 'Role pack manifest (what a loader does not refuse)',
    type: 'object',
    required: ['name', 'formatVersion'],
    properties: Object.fromEntries(
      Object.entries(MANIFEST_FIELDS as Readonly<Record<string, ManifestField>>).map(([name, field]) => [
        name,
        fieldSchema(name, field, form),
      ]),
    ),
    ...(isStrict
      ? {
          patternProperties: { [REVERSE_DOMAIN]: {} },
          additionalProperties: false,
        }
      : {}),
    if: { properties: { interactionType: { const: 'companion' } }, required: ['interactionType'] },
    then: {
      required: ['aiIdentityDisclosure', 'minorProtection'],
      properties: { aiIdentityDisclosure: { const: true }, minorProtection: { const: 'required' } },
    },
  };
}

function fieldSchema(name: string, field: ManifestField, form: SchemaForm): Schema {
  const about = {
    description: both(field.meaning),
    ...(field.default === undefined ? {} : { default: field.default }),
  };
  if (name === 'name')
    return { ...about, type: 'string', pattern: '\\S', ...(form === 'strict' ? { maxLength: LIMITS.metaString } : {}) };
  if (name === 'formatVersion') return { ...about, type: 'string', pattern: VERSION_PATTERN };
  if (form === 'lenient') return about;
  if (name === 'strategy') return { ...about, ...strategySchema() };
  return { ...about, ...shapeSchema(field.shape) };
}

function strategySchema(): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(STRATEGY_KEYS).map(([stage, keys]) => [
        stage,
        {
          type: 'object',
          additionalProperties: false,
          properties: {
            ...Object.fromEntries(
              Object.entries(keys as Readonly<Record<string, StrategyKey>>).map(([key, one]) => [key, keySchema(one)]),
            ),
          },
          $comment: retiredIn(stage),
        },
      ]),
    ),
  };
}

function keySchema(key: StrategyKey): Schema {
  return {
    description: `${both(key.meaning)} [${key.status}]`,
    ...(key.default === undefined ? {} : { default: key.default }),
    ...shapeSchema(key.shape),
  };
}

function retiredIn(stage: string): string {
  const retired = RETIRED_KEYS.filter((one) => one.stage === stage).map((one) => one.key);
  const aliases = ALIAS_KEYS.filter((one) => one.stage === stage).map(
    (one) => `${one.key} is now ${one.to.stage}.${one.to.key}`,
  );
  return [retired.length > 0 ? `Retired: ${retired.join(', ')}.` : '', ...aliases].filter(Boolean).join(' ');
}

function shapeSchema(shape: ValueShape): Schema {
  switch (shape.type) {
    case 'text':
      return { type: 'string', maxLength: shape.max, pattern: '\\S' };
    case 'choice':
      return { type: 'string', enum: shape.values };
    case 'choices':
      return {
        oneOf: [
          { type: 'string', enum: shape.values },
          { type: 'array', minItems: 1, items: { type: 'string', enum: shape.values } },
        ],
      };
    case 'integer':
      return {
        type: 'integer',
        minimum: shape.min,
        ...(shape.max === undefined ? { maximum: Number.MAX_SAFE_INTEGER } : { maximum: shape.max }),
      };
    case 'number':
      return { type: 'number', minimum: shape.min, maximum: shape.max };
    case 'boolean':
      return { type: 'boolean' };
    case 'switch-number':
      return { oneOf: [{ type: 'number', minimum: 0 }, { enum: ['on', 'off'] }] };
    case 'version':
      return { type: 'string', pattern: VERSION_PATTERN };
    case 'words':
      return {
        oneOf: [
          { type: 'string', maxLength: shape.maxWords * (shape.maxLength + 2) },
          { type: 'array', maxItems: shape.maxWords, items: { type: 'string', maxLength: shape.maxLength } },
        ],
      };
    case 'object':
      return { type: 'object' };
    case 'skill-list':
      return {
        type: 'array',
        maxItems: shape.max,
        items: {
          type: 'object',
          required: ['file'],
          properties: {
            file: { type: 'string', pattern: '^(?!/)(?![A-Za-z]:)(?!.*(^|[/\\\\])\\.\\.([/\\\\]|$)).*[^/\\\\.\\s]' },
            name: { type: 'string' },
          },
        },
      };
    case 'capability-list':
      return {
        type: 'array',
        maxItems: shape.max,
        items: {
          type: 'object',
          required: ['capability'],
          properties: {
            capability: {
              type: 'string',
              maxLength: LIMITS.capabilityKeyLength,
              pattern: CAPABILITY_PATTERN,
              examples: STANDARD_CAPABILITIES.map((one) => one.capability),
            },
            description: { type: 'string' },
          },
        },
      };
    default:
      return shape satisfies never;
  }
}

function both(text: Bilingual): string {
  return `${text.en} ${text.zh}`;
}

/** The file as it is shipped. */
export function manifestSchemaFile(form: SchemaForm): string {
  return `${JSON.stringify(manifestSchema(form), null, 2)}\n`;
}
