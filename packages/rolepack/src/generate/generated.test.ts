import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '@rolecall/base';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateManifest } from '../manifest/validate-manifest.ts';
import { manifest } from '../testing/pack-files.ts';
import { manifestSchema, manifestSchemaFile } from './manifest-schema.ts';
import { referencePages } from './reference-pages.ts';

const packageDir = join(import.meta.dirname, '../..');
const docsDir = join(packageDir, '../../docs/rolepack');

describe('the shipped schemas', () => {
  it.each(['strict', 'lenient'] as const)('are what the table says: %s', (form) => {
    const file = form === 'strict' ? 'role-pack.schema.json' : 'role-pack.lenient.schema.json';
    expect(JSON.parse(readFileSync(join(packageDir, 'schemas/1.0.0', file), 'utf8'))).toEqual(
      JSON.parse(manifestSchemaFile(form)),
    );
  });

  // Once format 1.0.0 is frozen these never change again; a new format version gets a file of its own.
  it.each([
    ['role-pack.schema.json', 'sha256:ed399719b855c493a9ba9c5aa8d0a000e9ea036fa8dc57599cca05b00d48ad5d'],
    ['role-pack.lenient.schema.json', 'sha256:fbce45cd1070341be4da0a3fda67bf93ac7d201c1f813fc35db27dd28c2c4187'],
  ])('keep their content: %s', (file, hash) => {
    const schema: unknown = JSON.parse(readFileSync(join(packageDir, 'schemas/1.0.0', file), 'utf8'));
    expect(contentHash(schema)).toBe(hash);
  });

  const ajv = new Ajv({ allErrors: true, strict: false });
  const strict = ajv.compile(manifestSchema('strict'));
  const lenient = ajv.compile(manifestSchema('lenient'));

  const value = fc.oneof(
    fc.constantFrom<unknown>(
      '',
      ' ',
      'x',
      'x'.repeat(201),
      'on',
      'allow',
      'ask',
      0,
      1,
      3,
      -1,
      0.5,
      2,
      70_000,
      true,
      false,
      null,
      [],
      ['a'],
      [1],
      {},
      '1.0.0',
      '1.0',
      'required',
      'companion',
      'tool_assistant',
      'decision',
      ['decision', 'confirm'],
    ),
    fc.constantFrom<unknown>(
      [{ file: 'skills/a.md' }],
      [{ file: '../a' }],
      [{ capability: 'web:search' }],
      ['web:search'],
      [{ capability: 'X' }],
      'a, b，c',
    ),
  );
  const strategy = fc.record(
    {
      act: fc.record({ toolMode: value, temperature: value, outputLimit: value, unknown: value }, { requiredKeys: [] }),
      reflect: fc.record({ selfReview: value, userFollowup: value }, { requiredKeys: [] }),
      global: fc.record({ askOn: value, askLimit: value, stepBudget: value }, { requiredKeys: [] }),
      other: value,
    },
    { requiredKeys: [] },
  );
  const candidate = fc
    .record(
      {
        name: value,
        formatVersion: fc.constantFrom<unknown>('1.0.0', '1.2.0', '1.0', 1),
        displayName: value,
        version: value,
        description: value,
        keywords: value,
        interactionType: value,
        aiIdentityDisclosure: value,
        minorProtection: value,
        handoffPrompt: value,
        skills: value,
        capabilities: value,
        strategy: fc.oneof(strategy, value),
        extra: value,
      },
      { requiredKeys: ['name', 'formatVersion'] },
    )
    .map((one) => Object.fromEntries(Object.entries(one).filter(([, member]) => member !== undefined)));

  it('agree with the validator: what the strict one accepts has no error, what the loader refuses the lenient one does not accept', () => {
    fc.assert(
      fc.property(candidate, (one) => {
        const result = validateManifest(one);
        if (strict(one)) expect(result.entries.filter((entry) => entry.severity === 'error')).toEqual([]);
        if (!lenient(one)) expect(result.refused).toBe(true);
      }),
      { numRuns: 1500 },
    );
    expect(strict(manifest({ capabilities: ['web:search'] }))).toBe(false);
    expect(strict(manifest({ 'com.example.host': 1, strategy: { act: { temperature: 1 } } }))).toBe(true);
  });
});

describe('the reference pages', () => {
  it('are what the table says, and none is left over', () => {
    const pages = referencePages();
    for (const [path, text] of pages) expect(readFileSync(join(docsDir, path), 'utf8'), path).toBe(text);
    const written = readdirSync(join(docsDir, 'codes')).map((file) => `codes/${file}`);
    expect(written.filter((path) => !pages.has(path))).toEqual([]);
  });
});
