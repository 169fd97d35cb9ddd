import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../loading/read-yaml.ts';
import { ASSET_SCHEMAS } from '../schema/asset.ts';
import { evalCases } from '../schema/eval-cases.ts';
import { SAMPLE_WORKSPACE } from '../testing/index.ts';
import { checkPages } from './check-pages.ts';
import { editorSchemas } from './editor-schemas.ts';
import { keyText, kindText } from './key-texts.ts';
import { referencePages } from './reference-pages.ts';
import { schemaRows } from './schema-rows.ts';

const packageDir = join(import.meta.dirname, '../..');
const docs = join(packageDir, '../../docs');
const AGAIN = 'run: node packages/assets/src/generate/write-generated.ts';

describe('what is shipped is what the schemas say', () => {
  test('schemas for editors', () => {
    expect(readdirSync(join(packageDir, 'schemas')).sort(), AGAIN).toEqual([...editorSchemas().keys()].sort());
    for (const [file, schema] of editorSchemas()) {
      const shipped: unknown = JSON.parse(readFileSync(join(packageDir, 'schemas', file), 'utf8'));
      expect(shipped, `${file}: ${AGAIN}`).toEqual(JSON.parse(JSON.stringify(schema)));
    }
  });

  test.each([
    ...[...referencePages()].map(([file, text]) => [`assets/${file}`, text]),
    ...[...checkPages()].map(([file, text]) => [`checks/${file}`, text]),
  ])('docs/%s', (file, text) => {
    expect(readFileSync(join(docs, file), 'utf8') === text, AGAIN).toBe(true);
  });
});

test('a key of a mapping that takes several forms says what each of them allows', () => {
  const rows = new Map(
    [...schemaRows(ASSET_SCHEMAS.capability_contract), ...schemaRows(ASSET_SCHEMAS.ai_employee)].map((row) => [
      row.path,
      row,
    ]),
  );
  expect(rows.get('presentation_policy.*.mode')).toMatchObject({ type: '`fixed` · `model`', required: true });
  expect(rows.get('presentation_policy.*.text')).toMatchObject({ required: 'form' });
  expect(rows.get('arguments.*.source')).toMatchObject({ required: 'form' });
  expect(rows.get('mcp_servers.*.transport')?.type).toBe('`stdio` · `http` `sse`');
});

test('every key of every kind is described in both languages', () => {
  const kinds = [...Object.entries(ASSET_SCHEMAS), ['eval_cases', evalCases] as const];
  const missing = kinds.flatMap(([kind, schema]) =>
    schemaRows(schema).flatMap(({ path }) => (keyText(kind, path) ? [] : [`${kind} ${path}`])),
  );
  expect(missing).toEqual([]);
  expect(kinds.filter(([kind]) => kindText(kind) === undefined)).toEqual([]);
});

describe('an editor', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const asset = ajv.compile(editorSchemas().get('asset.schema.json') ?? {});
  const cases = ajv.compile(editorSchemas().get('eval_cases.schema.json') ?? {});

  test('accepts every asset that loading accepts', () => {
    for (const [file, text] of Object.entries(SAMPLE_WORKSPACE)) {
      for (const { value } of readYaml(text).documents) {
        const validate = file.startsWith('evals/') ? cases : asset;
        expect(validate(value), `${file}: ${JSON.stringify(validate.errors)}`).toBe(true);
      }
    }
  });

  test.each([
    ['an unknown kind', { kind: 'capability_contrat' }],
    ['a missing key', { kind: 'mcp_requirement', id: 'x', version: '1.0.0' }],
    ['an unknown key', { kind: 'customer_expression', id: 'x', version: '1.0.0', tonne: 'x' }],
    ['a value of the wrong type', { kind: 'record_schema', id: 'x', version: '1.0.0', schema: 'text' }],
  ])('marks %s', (_, value) => {
    expect(asset(value)).toBe(false);
  });
});
