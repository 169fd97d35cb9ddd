import type { Finding, JsonObject } from '@rolecall/base';
import { typeOfSchema } from '../expression/type-of-schema.ts';
import { errorAt, warningAt } from '../finding-at.ts';
import { compileSchema } from '../json-schema/compile-schema.ts';
import type { DocumentPath } from '../loading/document-path.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

/** Every JSON Schema compiles, and those that give types give one. */
export const jsonSchemas: CheckRule = ({ loaded }) => [
  ...assetsOf(loaded, 'capability_contract').flatMap((contract) =>
    Object.entries(contract.asset.arguments).flatMap(([name, { schema }]) =>
      checkTyped(contract, ['arguments', name, 'schema'], schema),
    ),
  ),
  ...assetsOf(loaded, 'task_asset_package').flatMap((task) => [
    ...Object.entries(task.asset.data_contract.facts).flatMap(([name, { schema }]) =>
      checkTyped(task, ['data_contract', 'facts', name, 'schema'], schema),
    ),
    ...check(task, ['configuration_contract', 'schema'], task.asset.configuration_contract?.schema),
  ]),
  ...assetsOf(loaded, 'record_schema').flatMap((record) => checkTyped(record, ['schema'], record.asset.schema)),
  ...assetsOf(loaded, 'event_definition').flatMap((event) => check(event, ['payload'], event.asset.payload)),
];

function check(loaded: LoadedAsset, path: DocumentPath, schema: object | undefined): readonly Finding[] {
  if (!schema) return [];
  const compiled = compileSchema(schema as JsonObject);
  if (compiled.ok) return [];
  const { message } = compiled;
  return [
    errorAt(loaded, path, 'schema_invalid', {
      en: `This is no JSON Schema that can be used: ${message.en}.`,
      zh: `这个 JSON Schema 不能用：${message.zh}。`,
    }),
  ];
}

/** Expressions over a value without a type cannot be checked. */
function checkTyped(loaded: LoadedAsset, path: DocumentPath, schema: object | undefined): readonly Finding[] {
  const findings = check(loaded, path, schema);
  if (!schema || findings.length > 0 || typeOfSchema(schema).kind !== 'any') return findings;
  const message = {
    en: 'The schema gives no type, so that expressions over the value cannot be checked.',
    zh: '结构没有给出类型，用到这个值的表达式无法检查。',
  };
  return [
    warningAt(loaded, path, 'schema_without_type', message, {
      en: 'Add type, enum or properties.',
      zh: '加上 type、enum 或 properties。',
    }),
  ];
}
